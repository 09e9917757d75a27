import { fileURLToPath } from 'node:url';
import type { AudioFile, RecognitionRequest } from '../../demo/sandbox/recognition/recognizer.js';

/** Requests every result at once, except silence. */
export const REQUEST: RecognitionRequest = {
  language: 'auto',
  model: 'svc-asr-pro',
  detectionLevel: 'segment',
  decodeSilence: false,
  diarization: true,
  returnEmbedding: true,
};

/** One voice, three sentences, 11 s. */
export const voicemail: AudioFile = {
  path: fileURLToPath(new URL('../../demo/samples/voicemail.wav', import.meta.url)),
  fileType: 'wav',
};
