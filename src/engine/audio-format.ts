import { bounded, type ByteSource } from './audio-headers/byte-source.js';
import { audio, unsupported, type AudioFormat } from './audio-headers/format.js';
import { isIsoMedia, readIsoMedia } from './audio-headers/iso-media.js';
import { readMpegAudio, skipId3 } from './audio-headers/mpeg-audio.js';
import type { FrameCodec } from './audio-headers/mpeg-frame.js';
import { isText, signatureOf } from './audio-headers/signatures.js';
import { isWave, readWaveDuration } from './audio-headers/wave.js';

export type { AudioFormat } from './audio-headers/format.js';
export type { ByteSource } from './audio-headers/byte-source.js';

/** As many bytes as the signatures look at. */
const START_BYTES = 4096;

const OTHER_FRAMES: Readonly<Record<Exclude<FrameCodec, 'mp3'>, string>> = {
  'mpeg-layer-1': 'an MP1 file (MPEG layer I)',
  'mpeg-layer-2': 'an MP2 file (MPEG layer II)',
  aac: 'a raw AAC file',
};

/**
 * Tells mp3, m4a and wav by their bytes, whatever the file's name and MIME type say, and their length where
 * the headers have it. Reads at most 256 KiB in some 4 KiB steps, and decodes nothing. Rejects only where
 * `source` does.
 */
export const detectAudioFormat = async (source: ByteSource): Promise<AudioFormat> => {
  const file = bounded(source);
  const first = await file.read(0, START_BYTES);
  if (isWave(first)) return audio('wav', await readWaveDuration(file));
  if (isIsoMedia(first)) return readIsoMedia(file);
  const start = await skipId3(file);
  const tagged = start > 0;
  if (tagged && start >= file.size) return unsupported('an ID3 tag without a recording behind it');
  const content = tagged ? await file.read(start, START_BYTES) : first;
  const found = signatureOf(content);
  if (found !== null) return unsupported(found);
  const frames = await readMpegAudio(file, start);
  if (frames?.codec === 'mp3') return audio('mp3', frames.durationSeconds);
  if (frames !== null) return unsupported(OTHER_FRAMES[frames.codec]);
  if (tagged) return audio('mp3', null);
  return unsupported(isText(content) ? 'a text file' : null);
};
