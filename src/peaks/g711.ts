/** The level of each byte of µ-law and A-law (ITU-T G.711): 1 is full scale. */

/** Its bits are inverted, and 0xff and 0x7f are silence. */
export const MU_LAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const [exponent, mantissa] = [(~byte >> 4) & 7, ~byte & 15];
  const level = ((((mantissa << 3) + 0x84) << exponent) - 0x84) / 2 ** 15;
  return byte < 0x80 ? -level : level;
});

/** Every other bit is inverted. There is no 0: the lowest levels are 8 / 32,768. */
export const A_LAW = Float32Array.from({ length: 256 }, (_, byte) => {
  const [exponent, mantissa] = [((byte ^ 0x55) >> 4) & 7, (byte ^ 0x55) & 15];
  const lowest = (mantissa << 4) + 8;
  const level = (exponent === 0 ? lowest : (lowest + 0x100) << (exponent - 1)) / 2 ** 15;
  return byte < 0x80 ? -level : level;
});
