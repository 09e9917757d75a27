/**
 * WebKitGTK 2.50 has an AudioDecoder, but it fails for MP3, and the browser's process crashes when AAC is decoded as
 * fast as it can be read.
 */
export const isWebKitGtk = (userAgent: string): boolean =>
  /\bLinux\b.*\bAppleWebKit\//.test(userAgent) && !/Chrom(?:e|ium)\//.test(userAgent);

/** True if this browser decodes audio for a program. */
export const hasAudioDecoder = (): boolean =>
  typeof AudioDecoder !== 'undefined' && !isWebKitGtk(navigator.userAgent);
