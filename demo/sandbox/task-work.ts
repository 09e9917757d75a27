/** The work of one task: fetch the audio, detect its format, recognise it. */
import path from 'node:path';
import { TooManyBytes, writeStream } from './disk.js';
import { TRANSCRIPTION_DEFAULTS, type TranscriptionRequest } from '../../src/protocol/types.js';
import { TimedOut, withDeadline } from '../../src/server/deadlines.js';
import { WorkFailed, type TaskWork } from '../service/tasks.js';
import {
  type Recognition,
  type RecognitionRequest,
  UndecodableAudio,
  type Recognizer,
} from './recognition/recognizer.js';
import { mkdir, rm } from 'node:fs/promises';
import { fileTypeOf } from './recognition/decode-audio.js';

// Downloads file_url to a file, as the service does.

/** The audio cannot be fetched. The message contains no URL, which may be presigned. */
class AudioNotFetched extends WorkFailed {
  override readonly name = 'AudioNotFetched';
}

interface FetchLimits {
  /** Timeout for the whole download. */
  readonly seconds: number;
  readonly bytes: number;
}

/** Rejects with AudioNotFetched, or with the signal's reason if aborted. */
const fetchAudio = async (
  fileUrl: string,
  file: string,
  limits: FetchLimits,
  stop: AbortSignal,
): Promise<void> => {
  try {
    await withDeadline(limits.seconds * 1000, stop, async (signal) => {
      const response = await fetch(fileUrl, { signal });
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        throw new AudioNotFetched(`file_url was answered with status ${response.status}.`);
      }
      const source = response.body as unknown as AsyncIterable<Uint8Array>;
      await writeStream(source, file, { limit: limits.bytes, signal });
    });
  } catch (error) {
    stop.throwIfAborted();
    if (error instanceof AudioNotFetched) throw error;
    if (error instanceof TooManyBytes)
      throw new AudioNotFetched(`file_url holds more than ${limits.bytes} bytes.`);
    if (error instanceof TimedOut)
      throw new AudioNotFetched(`file_url was not fetched within ${limits.seconds} seconds.`);
    throw new AudioNotFetched('file_url could not be reached.', { cause: error });
  }
};

/** The params of 4.7, with defaults filled in. */
const recognitionRequest = ({ params = {} }: TranscriptionRequest): RecognitionRequest => ({
  language: params.transcribe?.language ?? TRANSCRIPTION_DEFAULTS.language,
  model: params.transcribe?.model ?? TRANSCRIPTION_DEFAULTS.model,
  detectionLevel: params.transcribe?.detection_level ?? TRANSCRIPTION_DEFAULTS.detectionLevel,
  decodeSilence: params.vad?.decode_silence ?? TRANSCRIPTION_DEFAULTS.decodeSilence,
  diarization: params.diarization?.enabled ?? TRANSCRIPTION_DEFAULTS.diarization,
  returnEmbedding: params.diarization?.return_embedding ?? TRANSCRIPTION_DEFAULTS.returnEmbedding,
});

/** `data` of 2.4. It does not show where the vectors belong, so `speaker_embeddings` is a guess. */
const taskData = (
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

interface TaskWorkOptions {
  readonly recognizer: Recognizer;
  /** The folder of a task's temporary files. */
  readonly directory: string;
  readonly fetchLimits: FetchLimits;
}

export const createTaskWork =
  ({ recognizer, directory, fetchLimits }: TaskWorkOptions): TaskWork =>
  async (id, request, { signal, onStarted, onDecoded }) => {
    const file = path.join(directory, `${id}.audio`);
    const folder = path.join(directory, `${id}.work`);
    try {
      await fetchAudio(request.file_url, file, fetchLimits, signal);
      const fileType = await fileTypeOf(file);
      await onStarted();
      if (fileType === null) throw new UndecodableAudio('The file is neither mp3 nor m4a nor wav.');
      const wanted = recognitionRequest(request);
      await mkdir(folder, { mode: 0o700 });
      const watch = { signal, onDecoded, folder };
      const recognition = await recognizer.recognize({ path: file, fileType }, wanted, watch);
      return taskData(recognition, wanted);
    } finally {
      await rm(file, { force: true });
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
