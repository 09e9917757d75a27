/** Of a file with a plain header. */
const HEADER = 44;

/** A recording of so many bytes that says over and over what a short one says. */
export const longWav = (short: Buffer, bytes: number): Buffer => {
  const header = Buffer.from(short.subarray(0, HEADER));
  header.writeUInt32LE(bytes - 8, 4);
  header.writeUInt32LE(bytes - HEADER, 40);
  return Buffer.concat([header, Buffer.alloc(bytes - HEADER, short.subarray(HEADER))]);
};
