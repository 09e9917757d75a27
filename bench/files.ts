import { open } from 'node:fs/promises';

export const MEBIBYTE = 1024 ** 2;

/** Pseudo-random bytes, the same in every run. */
export const seededBytes = (size: number): Buffer<ArrayBuffer> => {
  const bytes = Buffer.alloc(size);
  let word = 20_261_121;
  for (let at = 0; at < size; at += 1) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = word >>> 24;
  }
  return bytes;
};

/** A file of the given size in bytes, which repeats `bytes`. */
export const writeRepeated = async (
  path: string,
  size: number,
  bytes: Uint8Array,
): Promise<void> => {
  const file = await open(path, 'w');
  try {
    for (let at = 0; at < size; at += bytes.length) {
      await file.write(bytes, 0, Math.min(bytes.length, size - at));
    }
  } finally {
    await file.close();
  }
};
