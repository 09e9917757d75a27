import type { FileType } from '../../src/protocol/index.js';

/** The Content-Type with which a file is served. */
export const MEDIA_TYPES: Record<FileType, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
};
