/** A simple, slow MD5 after RFC 1321. Unlike Node's, it accepts the number of bytes that came before. */

/** A to D before the first block (3.3). */
export const START_WORDS: readonly number[] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476].map(
  (word) => word | 0,
);

const SHIFTS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

/** The four rounds for one block of 64 bytes (3.4). */
const addBlock = (words: readonly number[], block: DataView): readonly number[] => {
  let [a = 0, b = 0, c = 0, d = 0] = words;
  for (let step = 0; step < 64; step += 1) {
    const round = step >> 4;
    const mixed = [(b & c) | (~b & d), (b & d) | (c & ~d), b ^ c ^ d, c ^ (b | ~d)][round] ?? 0;
    const word = [step, 5 * step + 1, 3 * step + 5, 7 * step][round] ?? 0;
    const sine = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
    const sum = (a + mixed + block.getInt32(4 * (word % 16), true) + sine) | 0;
    const shift = SHIFTS[round]?.[step % 4] ?? 0;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  return [a, b, c, d].map((word, at) => (word + (words[at] ?? 0)) | 0);
};

/** The digest of `length` bytes, of which all but `rest` have already been processed into the words. */
export const finishMd5 = (words: readonly number[], length: number, rest: Uint8Array): string => {
  const padded = new Uint8Array(Math.ceil((rest.length + 9) / 64) * 64);
  padded.set(rest);
  padded[rest.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(length) * 8n, true);
  let digest = words;
  for (let at = 0; at < padded.length; at += 64) {
    digest = addBlock(digest, new DataView(padded.buffer, at, 64));
  }
  digest.forEach((word, at) => view.setInt32(4 * at, word, true));
  return Buffer.from(padded.buffer, 0, 16).toString('hex');
};
