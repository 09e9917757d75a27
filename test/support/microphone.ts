/** A microphone for browser tests: real media streams and tracks whose sound the test defines. */

export interface TestMicrophone {
  /** The tracks that were opened, the oldest first. */
  readonly tracks: MediaStreamTrack[];
  /** The constraints of each request. */
  readonly requests: MediaStreamConstraints[];
  /** Rejects the next requests with this error; null accepts them again. */
  refuse(error: DOMException | null): void;
  restore(): void;
}

/** The sound: a tone of 440 Hz at half the full level. */
export const TONE_HZ = 440;

/** Replaces the browser's question and device. */
export const installMicrophone = (): TestMicrophone => {
  const { mediaDevices } = navigator;
  const real = mediaDevices.getUserMedia.bind(mediaDevices);
  const tracks: MediaStreamTrack[] = [];
  const requests: MediaStreamConstraints[] = [];
  const contexts: AudioContext[] = [];
  let refusal: DOMException | null = null;
  mediaDevices.getUserMedia = async (constraints = {}) => {
    requests.push(constraints);
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
  return {
    tracks,
    requests,
    refuse: (error) => (refusal = error),
    restore() {
      mediaDevices.getUserMedia = real;
      for (const track of tracks) track.stop();
      for (const context of contexts) void context.close();
    },
  };
};

/** The samples of a WAV file with 16 bits, between -1 and 1, without its header. */
export const readSamples = async (file: Blob): Promise<readonly number[]> =>
  [...new Int16Array((await file.arrayBuffer()).slice(44))].map((sample) => sample / 32_768);
