/** What is known about a file that needs a conversion before a browser decodes it. */
import { FLAC, MATROSKA, MP4, MPEG_TS, OGG, QTFF, WEBM, type Input } from 'mediabunny';
import { bounded, sourceOf } from '../engine/audio-headers/bytes.js';
import { skipId3 } from '../engine/audio-headers/mpeg-audio.js';
import type { ConvertProblem } from '../engine/ports.js';
import { oggCoding } from './ogg.js';
import { readRawAudio, type RawAudio } from './raw-audio.js';
import { unreadSound } from './transport-stream.js';

/** The formats in which mediabunny looks for tracks. It reads MP3 and raw AAC less well than `frame-runs.ts`. */
export const TRACK_FORMATS = [MP4, QTFF, MATROSKA, WEBM, OGG, FLAC, MPEG_TS];

export class CannotConvert extends Error {
  constructor(
    readonly problem: ConvertProblem,
    /** Names the coding if the problem is `undecodable`. */
    readonly codec = '',
  ) {
    super(problem);
  }
}

/** Formats that no browser decodes, and how a file in them begins. */
const UNDECODABLE = [
  ['AMR', '#!AMR'],
  ['MPEG program stream', '\0\0\x01'],
] as const;

/** The name of the format if no browser decodes it; null otherwise. */
const undecodableFormat = async (file: Blob): Promise<string | null> => {
  for (const [name, text] of UNDECODABLE)
    if ((await file.slice(0, text.length).text()) === text) return name;
  return null;
};

/** The file behind its ID3 tags. Only MP3 and AAC have a place for them, so that other readers do not expect them. */
const withoutTag = async (file: Blob): Promise<Blob> => {
  const start = await skipId3(bounded(sourceOf(file)));
  return start > 0 && start < file.size ? file.slice(start) : file;
};

/** The file without its tags, and its audio if that is uncompressed. Throws CannotConvert. */
export const openRecording = async (
  given: Blob,
): Promise<{ readonly file: Blob; readonly raw: RawAudio | null }> => {
  const file = await withoutTag(given);
  const format = await undecodableFormat(file);
  if (format !== null) throw new CannotConvert('undecodable', format);
  const raw = await readRawAudio(file);
  if (raw?.kind === 'undecodable') throw new CannotConvert('undecodable', raw.codec);
  if (raw?.kind === 'damaged') throw new CannotConvert('unreadable');
  return { file, raw: raw?.audio ?? null };
};

/** Why a file that could be parsed has no track with sound. */
export const withoutSound = async (input: Input, file: Blob): Promise<CannotConvert> => {
  const format = await input.getFormat();
  const unread = format === MPEG_TS ? await unreadSound(file) : null;
  if (unread !== null) return new CannotConvert('undecodable', unread);
  if ((await input.getVideoTracks()).length > 0) return new CannotConvert('no-sound');
  if (format !== OGG) return new CannotConvert('unreadable');
  const coding = await oggCoding(file);
  return coding === null ? new CannotConvert('no-sound') : new CannotConvert('undecodable', coding);
};
