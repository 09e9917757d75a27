/** Files of silence for the states. */
import { wavHeader } from '../../../src/intake/convert/pcm.js';

/** A WAV file: 16 bit, mono, 16 kHz. `bytes` is the length of its sound. */
export const silence = (
  name = 'Hearing on the new harbour, second day.wav',
  bytes = 3_000_000,
): File => {
  return new File([wavHeader(16_000, bytes), new Uint8Array(bytes)], name, {
    type: 'audio/wav',
    lastModified: 1,
  });
};

/** An AIFF file of two hours, whose conversion takes a while. It repeats one second, so it needs no memory. */
export const longAiff = (): File => {
  const [channels, bits, rate, seconds] = [2, 16, 48_000, 7_200] as const;
  const view = new DataView(new ArrayBuffer(54));
  const text = (at: number, value: string): void =>
    [...value].forEach((letter, index) => view.setUint8(at + index, letter.charCodeAt(0)));
  const length = rate * seconds * channels * (bits / 8);
  text(0, 'FORM');
  view.setUint32(4, length + 46);
  text(8, 'AIFFCOMM');
  view.setUint32(16, 18);
  view.setUint16(20, channels);
  view.setUint32(22, rate * seconds);
  view.setUint16(26, bits);
  view.setUint16(28, 0x400e);
  view.setUint16(30, 0xbb80);
  text(38, 'SSND');
  view.setUint32(42, length + 8);
  const second = new Uint8Array(rate * channels * (bits / 8));
  const parts = new Array<Uint8Array<ArrayBuffer>>(seconds).fill(second);
  return new File([view, ...parts], 'Interview with the harbour master.aiff', { lastModified: 1 });
};
