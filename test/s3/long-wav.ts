/** Size of a plain WAV header in bytes. */
const HEADER = 44;

/** A recording of this many bytes that repeats a short one. */
export const longWav = (short: Buffer, bytes: number): Buffer => {
  const header = Buffer.from(short.subarray(0, HEADER));
  header.writeUInt32LE(bytes - 8, 4);
  header.writeUInt32LE(bytes - HEADER, 40);
  return Buffer.concat([header, Buffer.alloc(bytes - HEADER, short.subarray(HEADER))]);
};
