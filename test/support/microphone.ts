/** A microphone for browser tests: real media streams and tracks whose sound the test defines. */

import { fixture, html } from '@open-wc/testing';
import { AudioTranscribe } from '../../src/index.js';
import { control, findPart, part, SERVICE, untilControl } from './element.js';

export interface TestMicrophone {
  /** The tracks that were opened, the oldest first. */
  readonly tracks: MediaStreamTrack[];
  /** The constraints of each request. */
  readonly requests: MediaStreamConstraints[];
  /** What the user has decided for this page. Default: `prompt`. */
  decide(permission: PermissionState): void;
  /** The next requests wait until the returned function is called, like a user who has not answered yet. */
  hold(): () => void;
  /** Rejects the next requests with this error; null accepts them again. */
  refuse(error: DOMException | null): void;
}

/** The sound: a tone of 440 Hz at half the full level. */
export const TONE_HZ = 440;

/**
 * Replaces the browser's permission, question and device in each test of a suite, and deletes what the test has
 * recorded. With a fake device, some browsers give the permission at once and others ask.
 */
export const useMicrophone = (): TestMicrophone => {
  const { mediaDevices, permissions } = navigator;
  const { setTimeout: wait } = window;
  // Each second, the product looks whether sound is missing. On a busy machine some is, and the recording would stop.
  const rarely = (task: () => void, ms = 0, ...rest: unknown[]): number =>
    wait(task, ms === 1_000 ? 600_000 : ms, ...rest);
  let permission: PermissionState = 'prompt';
  const real = mediaDevices.getUserMedia.bind(mediaDevices);
  const realQuery = permissions.query.bind(permissions);
  const tracks: MediaStreamTrack[] = [];
  const requests: MediaStreamConstraints[] = [];
  const contexts: AudioContext[] = [];
  let refusal: DOMException | null = null;
  let answered: Promise<void> = Promise.resolve();
  const open = async (constraints: MediaStreamConstraints = {}): Promise<MediaStream> => {
    requests.push(constraints);
    await answered;
    if (refusal !== null) throw refusal;
    const context = new AudioContext();
    contexts.push(context);
    const tone = new OscillatorNode(context, { frequency: TONE_HZ });
    const output = context.createMediaStreamDestination();
    tone.connect(new GainNode(context, { gain: 0.5 })).connect(output);
    tone.start();
    await context.resume();
    tracks.push(...output.stream.getAudioTracks());
    return output.stream;
  };
  beforeEach(() => {
    window.setTimeout = rarely as typeof window.setTimeout;
    mediaDevices.getUserMedia = open;
    permissions.query = () => Promise.resolve({ state: permission } as PermissionStatus);
    permission = 'prompt';
    refusal = null;
    answered = Promise.resolve();
  });
  afterEach(async () => {
    window.setTimeout = wait;
    mediaDevices.getUserMedia = real;
    permissions.query = realQuery;
    for (const track of tracks.splice(0)) track.stop();
    for (const context of contexts.splice(0)) void context.close();
    requests.splice(0);
    await AudioTranscribe.forgetStored();
  });
  return {
    tracks,
    requests,
    decide: (decision) => (permission = decision),
    hold() {
      let answer: () => void = () => undefined;
      answered = new Promise((resolve) => (answer = resolve));
      return () => answer();
    },
    refuse: (error) => (refusal = error),
  };
};

/** The samples of a WAV file with 16 bits, between -1 and 1, without its header. */
export const readSamples = async (file: Blob): Promise<readonly number[]> =>
  [...new Int16Array((await file.arrayBuffer()).slice(44))].map((sample) => sample / 32_768);

let scopes = 0;

/** An element with a “Record” button, whose recordings no other test sees. */
export const make = async (
  settings: Partial<AudioTranscribe> = {},
  sources = 'file microphone',
): Promise<AudioTranscribe> => {
  const element = await fixture<AudioTranscribe>(
    html`<audio-transcribe sources=${sources}></audio-transcribe>`,
  );
  Object.assign(element, SERVICE, { userKey: `anna-${(scopes += 1)}`, ...settings });
  return element;
};

export const condition = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise(requestAnimationFrame);
};

export const textOf = (element: AudioTranscribe, name: string): string =>
  findPart(element, name)?.textContent.trim().replace(/\s+/g, ' ') ?? '';

/** The seconds on the clock of the recorder. */
export const secondsShown = (element: AudioTranscribe): number => {
  const clock = element.renderRoot.querySelector('[role="timer"]')?.textContent ?? '';
  return Number(/\d:(\d\d)/.exec(clock)?.[1] ?? 0);
};

/** Tenths of a second with sound, as the meter shows them. At most 40. */
const tenthsHeard = (element: AudioTranscribe): number =>
  [...part(element, 'level').children].filter(
    (bar) => Number((bar as HTMLElement).style.getPropertyValue('--_level')) > 0,
  ).length;

/** Starts a recording. */
export const beginRecording = async (element: AudioTranscribe): Promise<void> => {
  (await untilControl(element, 'Record')).click();
  (await untilControl(element, 'Continue')).click();
};

/** Starts a recording and waits until this much is recorded, in seconds. After half a second, a part is stored. */
export const startRecording = async (element: AudioTranscribe, seconds = 0.2): Promise<void> => {
  await beginRecording(element);
  await untilControl(element, 'Finish');
  await condition(() => tenthsHeard(element) >= seconds * 10);
};

/** Ends the recording and returns its file. */
export const finish = async (element: AudioTranscribe): Promise<Blob> => {
  control(element, 'Finish').click();
  return recordedFile(element);
};

/** Resolves with the player of a recording that is finished. */
export const untilPlayer = async (element: AudioTranscribe): Promise<HTMLAudioElement> => {
  const player = (): HTMLAudioElement | null => element.renderRoot.querySelector('audio');
  await condition(() => player() !== null);
  return player() as HTMLAudioElement;
};

export const recordedFile = async (element: AudioTranscribe): Promise<Blob> => {
  const player = await untilPlayer(element);
  return (await fetch(player.src)).blob();
};

/** The pitch of the samples in Hz: from the median time between zero crossings, which small gaps do not change. */
export const pitchOf = (samples: readonly number[]): number => {
  const crossings = samples.flatMap((one, index) =>
    index > 0 && (samples[index - 1] ?? 0) < 0 && one >= 0 ? [index] : [],
  );
  const periods = crossings.slice(1).map((at, index) => at - (crossings[index] ?? 0));
  return 16_000 / (periods.sort((one, other) => one - other)[Math.floor(periods.length / 2)] ?? 0);
};
