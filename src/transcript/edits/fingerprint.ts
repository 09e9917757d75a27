/** Tells transcripts apart, so that edits are only made again on the one they were made on. */
import type { Transcript } from '../transcript.js';

/** No part of a segment holds this character twice in a row, and it keeps the parts apart. */
const END = '\0\0';

/**
 * 14 hexadecimal digits over the times, speakers and texts of the segments: the same for the same,
 * and hardly ever the same for others. Not a cryptographic hash (it is cyrb53).
 */
export const transcriptFingerprint = ({ segments }: Transcript): string => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const { speaker, start_ms, end_ms, text } of segments) {
    const name = speaker === undefined ? '' : ` ${speaker}`;
    const line = `${start_ms} ${end_ms}${name}${END}${text}${END}`;
    for (let at = 0; at < line.length; at += 1) {
      const unit = line.charCodeAt(at);
      high = Math.imul(high ^ unit, 2_654_435_761);
      low = Math.imul(low ^ unit, 1_597_334_677);
    }
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(16).padStart(14, '0');
};
