import type { FileType } from '../../src/protocol/index.js';

/** The Content-Type that a file is served with. */
export const MEDIA_TYPES: Record<FileType, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
};
