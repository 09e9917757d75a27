/** What is known about a file that needs a conversion before a browser decodes it. */
import { bounded, sourceOf } from '../engine/audio-headers/bytes.js';
import { skipId3 } from '../engine/audio-headers/mpeg-audio.js';

/** Formats that no browser decodes, and how a file in them begins. */
const UNDECODABLE = [
  ['AMR', '#!AMR'],
  ['MPEG program stream', '\0\0\x01'],
] as const;

/** The name of the format if no browser decodes it; null otherwise. */
export const undecodableFormat = async (file: Blob): Promise<string | null> => {
  for (const [name, text] of UNDECODABLE)
    if ((await file.slice(0, text.length).text()) === text) return name;
  return null;
};

/** The file behind its ID3 tags. Only MP3 and AAC have a place for them, so that other readers do not expect them. */
export const withoutTag = async (file: Blob): Promise<Blob> => {
  const start = await skipId3(bounded(sourceOf(file)));
  return start > 0 && start < file.size ? file.slice(start) : file;
};
