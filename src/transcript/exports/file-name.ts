/** Longest name, in characters; file systems allow 255 bytes. */
const MAX_LENGTH = 80;

/** A file name from a title: its own audio extension, and what no file system takes, left out. */
export const exportFileName = (title: string, extension: string): string => {
  const cleaned = title
    .normalize('NFC')
    .replace(/\.(?:mp3|m4a|wav)$/i, '')
    .replace(/[\p{Cc}\p{Bidi_C}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const name = [...cleaned]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${name === '' ? 'transcript' : name}.${extension}`;
};
