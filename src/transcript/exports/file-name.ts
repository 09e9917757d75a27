import { oneLine } from '../plain-text.js';

/** Longest name, in characters; file systems allow 255 bytes. */
const MAX_LENGTH = 80;

const AUDIO_EXTENSION = /\.(?:mp3|m4a|wav)$/i;

/** A title as a heading: on one line, without the audio extension of a file name. */
export const exportTitle = (title = ''): string => oneLine(title).replace(AUDIO_EXTENSION, '');

/** A file name from a title: its own audio extension, and what no file system takes, left out. */
export const exportFileName = (title: string, extension: string): string => {
  const cleaned = title
    .normalize('NFC')
    .replace(AUDIO_EXTENSION, '')
    .replace(/[\p{Cc}\p{Bidi_C}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ');
  const name = [...cleaned]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  return `${name === '' ? 'transcript' : name}.${extension}`;
};
