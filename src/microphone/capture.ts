/** The microphone: why it cannot be used, the devices, the sound of an open one, and what stops it. */
import type { Clock } from '../engine/ports.js';
import { createPcmConverter } from './samples.js';

/** Why the microphone cannot be used. */
export type MicrophoneProblem =
  /** The page is not served over HTTPS. */
  | 'insecure'
  /** The browser cannot record. */
  | 'unsupported'
  /** The user has blocked the microphone for this page, or has closed the browser's question. */
  | 'blocked'
  | 'dismissed'
  /** The page around this one does not allow the microphone (Permissions Policy). */
  | 'embedded'
  /** The operating system does not allow the browser to record. */
  | 'system'
  | 'none-found'
  /** Another application uses the microphone, or it does not start. */
  | 'busy';

/** The user's decision for this page. `prompt` if the browser asks, or does not tell. */
export const microphonePermission = async (): Promise<PermissionState> => {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state;
  } catch {
    return 'prompt';
  }
};

/** Null if the browser can try to record. */
export const problemOfPage = (): MicrophoneProblem | null => {
  if (!isSecureContext) return 'insecure';
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  if (mediaDevices === undefined || typeof AudioContext === 'undefined') return 'unsupported';
  return null;
};

/** True if the page around this frame does not allow the microphone. Only Chromium tells. */
const isPolicyOff = (): boolean =>
  (
    document as { readonly featurePolicy?: { allowsFeature(name: string): boolean } }
  ).featurePolicy?.allowsFeature('microphone') === false;

/** Why `getUserMedia()` has rejected. */
export const problemOf = async (error: unknown): Promise<MicrophoneProblem> => {
  const { name, message } = error instanceof Error ? error : new Error();
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      if (isPolicyOff()) return 'embedded';
      if (/system/i.test(message)) return 'system';
      return (await microphonePermission()) === 'denied' ? 'blocked' : 'dismissed';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none-found';
    default:
      return 'busy';
  }
};

/** Samples per message: 43 ms at 48 kHz. */
const BATCH = 2048;

/** An audio worklet that mixes its input to one channel. It runs outside the page, so a busy page loses no sound. */
const WORKLET = `
registerProcessor('audio-transcribe-listener', class extends AudioWorkletProcessor {
  batch = new Float32Array(${BATCH});
  filled = 0;
  process([channels]) {
    const count = channels.length;
    for (let i = 0; count > 0 && i < channels[0].length; i++) {
      let sum = 0;
      for (let c = 0; c < count; c++) sum += channels[c][i];
      this.batch[this.filled++] = sum / count;
      if (this.filled === ${BATCH}) {
        this.port.postMessage(this.batch, [this.batch.buffer]);
        this.batch = new Float32Array(${BATCH});
        this.filled = 0;
      }
    }
    return true;
  }
});
`;

type OnSamples = (samples: Float32Array) => void;

const workletNode = async (context: BaseAudioContext, onSamples: OnSamples): Promise<AudioNode> => {
  const url = URL.createObjectURL(new Blob([WORKLET], { type: 'text/javascript' }));
  try {
    await context.audioWorklet.addModule(url);
  } finally {
    URL.revokeObjectURL(url);
  }
  const node = new AudioWorkletNode(context, 'audio-transcribe-listener');
  node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(data);
  return node;
};

/** Deprecated, but the only way to get samples without loading a script. */
const scriptNode = (context: BaseAudioContext, onSamples: OnSamples): AudioNode => {
  const node = context.createScriptProcessor(4096, 1, 1);
  node.onaudioprocess = ({ inputBuffer }) => onSamples(inputBuffer.getChannelData(0).slice());
  return node;
};

/** The node to connect sources to. Its own output is silent. */
export const createListener = async (
  context: BaseAudioContext,
  onSamples: OnSamples,
): Promise<AudioNode> => {
  // The page's Content Security Policy may forbid `blob:`, which a worklet needs.
  const node = await workletNode(context, onSamples).catch(() => scriptNode(context, onSamples));
  // Some browsers run only what is connected to the output.
  node.connect(context.destination);
  return node;
};

/** In ms. Sound that is missing for this long means that the microphone has stopped. */
const MISSING_MS = 3_000;

/** The share of the earlier difference that each check keeps, because device clocks run a little fast or slow. */
const REMEMBERED = 0.9;

/** Compares the sound that has arrived with the time that has passed. `rate` is in Hz. */
export const createGapDetector = (rate: number) => {
  let checkedAtMs = 0;
  let arrivedMs = 0;
  let missingMs = 0;
  let wasMissing = false;
  return {
    /** Starts over, after a pause. */
    restart(nowMs: number): void {
      checkedAtMs = nowMs;
      arrivedMs = 0;
      missingMs = 0;
      wasMissing = false;
    },
    /** Samples have arrived. */
    add(samples: number): void {
      arrivedMs += (samples / rate) * 1000;
    },
    /** True if sound is missing: the microphone has stopped, or the page was frozen. Call it about once a second. */
    isMissing(nowMs: number): boolean {
      missingMs = Math.max(0, missingMs * REMEMBERED + nowMs - checkedAtMs - arrivedMs);
      checkedAtMs = nowMs;
      arrivedMs = 0;
      // After a busy moment of the page, the sound may only be late. It has arrived by the next check then.
      const isSure = wasMissing && missingMs > MISSING_MS;
      wasMissing = missingMs > MISSING_MS;
      return isSure;
    },
  };
};

/** What stopped the microphone: the device is gone, the permission was withdrawn, or a call or another application has it. */
export type Interruption = 'unplugged' | 'permission' | 'taken';

interface CaptureEvents {
  /** Samples at the rate of the recording. */
  onSamples(samples: Int16Array): void;
  /** Called once. Nothing is delivered after that. */
  onInterrupted(reason: Interruption): void;
}

/** The microphones of the device. A name is empty if the browser does not tell. */
export const listDevices = async () => {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices
    .filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }));
};

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

/** In ms. A graph that waits for a user gesture, or is interrupted by a call, may never say that it has stopped. */
const SUSPEND_MS = 1_000;

/** In ms. Longer than the audio thread needs for what it renders at the moment. */
const SETTLE_MS = 200;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** WebKitGTK 2.50 may render for a moment after a graph was stopped, and crashes if the graph is closed by then. */
const closeGraph = async (graph: AudioContext): Promise<void> => {
  await Promise.race([graph.suspend(), wait(SUSPEND_MS)]).catch(() => undefined);
  await wait(SETTLE_MS);
  await graph.close();
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
) => {
  const stream = await openStream(deviceId);
  let context: AudioContext | null = null;
  const closing = new AbortController();
  const end = (): void => {
    if (closing.signal.aborted) return;
    closing.abort(new Error('The microphone was closed.'));
    stop(stream);
    if (context !== null) closeGraph(context).catch(() => undefined);
  };
  try {
    signal.throwIfAborted();
    const graph = new AudioContext();
    context = graph;
    const [track] = stream.getAudioTracks();
    if (track === undefined) throw new DOMException('There is no audio track.', 'NotFoundError');
    const convert = createPcmConverter(graph.sampleRate);
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
      events.onSamples(convert(samples));
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
      /** Id of the device; empty if the browser does not tell. */
      deviceId: track.getSettings().deviceId ?? '',
      /** Switches the microphone on and off without closing it. It is on at first. */
      setOn(on: boolean): void {
        isOn = on;
        gaps.restart(clock.now());
        track.enabled = on;
      },
      /** Closes the microphone. The browser's sign that it is on goes out. */
      close: end,
    };
  } catch (error) {
    end();
    throw error;
  }
};

export type Capture = Awaited<ReturnType<typeof openCapture>>;
