/** The microphone: opens it, delivers its sound, and notices when it stops. */
import type { Clock } from '../../engine/index.js';
import { createGapDetector } from './gaps.js';
import { createListener } from './listen.js';
import { microphonePermission } from './problems.js';
import { SAMPLE_RATE } from './pcm.js';
import { createResampler } from './resample.js';

/** What stopped the microphone, other than the user here. */
export type Interruption =
  /** The device is gone. */
  | 'unplugged'
  /** The user or the system has withdrawn the permission. */
  | 'permission'
  /** A call or another application has the microphone, or the device was locked. */
  | 'taken';

export interface CaptureEvents {
  /** Samples at `SAMPLE_RATE`. */
  onSamples(samples: Int16Array): void;
  /** Called once. Nothing is delivered after that. */
  onInterrupted(reason: Interruption): void;
}

export interface Capture {
  /** Id of the device; empty if the browser does not tell. */
  readonly deviceId: string;
  /** Switches the microphone on and off without closing it. It is on at first. */
  setOn(on: boolean): void;
  /** Closes the microphone. The browser's sign that it is on goes out. */
  close(): void;
}

/** In ms. */
const CHECK_EVERY_MS = 1_000;

/** Speech from one person near the device or from a room: the browser removes echo and noise, and sets the volume. */
const constraintsFor = (deviceId: string): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  channelCount: 1,
  ...(deviceId === '' ? {} : { deviceId: { exact: deviceId } }),
});

/** A chosen device may be gone. The default device is used then. */
const openStream = async (deviceId: string): Promise<MediaStream> => {
  const ask = (id: string): Promise<MediaStream> =>
    navigator.mediaDevices.getUserMedia({ audio: constraintsFor(id) });
  try {
    return await ask(deviceId);
  } catch (error) {
    if (deviceId === '' || (error as Error).name === 'NotAllowedError') throw error;
    return ask('');
  }
};

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/**
 * Opens a microphone; the browser may ask the user first. An empty `deviceId` means the default one. Rejects with the
 * error of `getUserMedia()`, or with the signal's reason.
 */
export const openCapture = async (
  deviceId: string,
  clock: Pick<Clock, 'now' | 'sleep'>,
  events: CaptureEvents,
  signal: AbortSignal,
): Promise<Capture> => {
  const stream = await openStream(deviceId);
  let context: AudioContext | null = null;
  const closing = new AbortController();
  const end = (): void => {
    if (closing.signal.aborted) return;
    closing.abort(new Error('The microphone was closed.'));
    stop(stream);
    void context?.close().catch(() => undefined);
  };
  try {
    signal.throwIfAborted();
    const graph = new AudioContext();
    context = graph;
    const [track] = stream.getAudioTracks();
    if (track === undefined) throw new DOMException('There is no audio track.', 'NotFoundError');
    const resample = createResampler(graph.sampleRate, SAMPLE_RATE);
    const gaps = createGapDetector(graph.sampleRate);
    let isOn = true;

    const interrupt = (reason: Interruption): void => {
      if (closing.signal.aborted) return;
      end();
      events.onInterrupted(reason);
    };

    const listener = await createListener(graph, (samples) => {
      if (closing.signal.aborted || !isOn) return;
      gaps.add(samples.length);
      events.onSamples(resample(samples));
    });
    graph.createMediaStreamSource(stream).connect(listener);
    // It waits for a user gesture in some browsers, so do not wait for it.
    void graph.resume().catch(() => undefined);
    signal.throwIfAborted();

    const watched = { signal: closing.signal };
    track.addEventListener(
      'ended',
      () =>
        void microphonePermission().then((state) =>
          interrupt(state === 'denied' ? 'permission' : 'unplugged'),
        ),
      watched,
    );
    track.addEventListener('mute', () => isOn && interrupt('taken'), watched);
    graph.addEventListener(
      'statechange',
      // Safari's state during a call.
      () => isOn && (graph.state as string) === 'interrupted' && interrupt('taken'),
      watched,
    );
    gaps.restart(clock.now());
    const watch = async (): Promise<void> => {
      while (!closing.signal.aborted) {
        await clock.sleep(CHECK_EVERY_MS, closing.signal);
        if (isOn && gaps.isMissing(clock.now())) interrupt('taken');
      }
    };
    watch().catch(() => undefined);

    return {
      deviceId: track.getSettings().deviceId ?? '',
      setOn(on) {
        isOn = on;
        gaps.restart(clock.now());
        track.enabled = on;
      },
      close: end,
    };
  } catch (error) {
    end();
    throw error;
  }
};
