import { TRANSCRIPTION_DEFAULTS, type TranscriptionRequest } from '../../../src/protocol/index.js';
import type { Recognition, RecognitionRequest } from '../recognition/recognizer.js';

/** The params of 4.7, with defaults filled in. */
export const recognitionRequest = ({ params = {} }: TranscriptionRequest): RecognitionRequest => ({
  language: params.transcribe?.language ?? TRANSCRIPTION_DEFAULTS.language,
  model: params.transcribe?.model ?? TRANSCRIPTION_DEFAULTS.model,
  detectionLevel: params.transcribe?.detection_level ?? TRANSCRIPTION_DEFAULTS.detectionLevel,
  decodeSilence: params.vad?.decode_silence ?? TRANSCRIPTION_DEFAULTS.decodeSilence,
  diarization: params.diarization?.enabled ?? TRANSCRIPTION_DEFAULTS.diarization,
  returnEmbedding: params.diarization?.return_embedding ?? TRANSCRIPTION_DEFAULTS.returnEmbedding,
});

/** `data` of 2.4. It does not show where the vectors belong, so `speaker_embeddings` is a guess. */
export const taskData = (
  { language, durationSeconds, segments, embeddings }: Recognition,
  request: RecognitionRequest,
): Readonly<Record<string, unknown>> => ({
  text: segments.map(({ text }) => text).join(' '),
  language,
  duration: Math.round(durationSeconds),
  segments: segments.map(({ startMs, endMs, text, speaker, language: spoken }) => ({
    ...(request.diarization && speaker !== undefined ? { speaker } : {}),
    start_ms: Math.round(startMs),
    end_ms: Math.round(endMs),
    text,
    ...(spoken === undefined ? {} : { language: spoken }),
  })),
  ...(request.diarization && request.returnEmbedding && embeddings !== undefined
    ? { speaker_embeddings: embeddings }
    : {}),
});
