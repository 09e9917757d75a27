/** The work of one task: fetch the audio, look what it is, recognise it. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { TranscriptionRequest } from '../../../src/protocol/index.js';
import { fileTypeOf } from '../recognition/decode-audio.js';
import {
  UndecodableAudio,
  type RecognitionWatch,
  type Recognizer,
} from '../recognition/recognizer.js';
import { fetchAudio, type FetchLimits } from './fetch-audio.js';
import { recognitionRequest, taskData } from './task-data.js';

export interface WorkWatch extends RecognitionWatch {
  /** The audio is there and decoding begins: the task goes from RECEIVED to STARTED. */
  readonly onStarted: () => void;
}

/** Resolves with `data` of 2.4; rejects with AudioNotFetched, UndecodableAudio or what the recogniser threw. */
export type TaskWork = (
  id: string,
  request: TranscriptionRequest,
  watch: WorkWatch,
) => Promise<Readonly<Record<string, unknown>>>;

export interface TaskWorkOptions {
  readonly recognizer: Recognizer;
  /** Where fetched audio is kept while it is worked on. */
  readonly directory: string;
  readonly fetchLimits: FetchLimits;
}

export const createTaskWork =
  ({ recognizer, directory, fetchLimits }: TaskWorkOptions): TaskWork =>
  async (id, request, { signal, onStarted, onDecoded }) => {
    const file = path.join(directory, `${id}.audio`);
    try {
      await fetchAudio(request.file_url, file, fetchLimits, signal);
      const fileType = await fileTypeOf(file);
      onStarted();
      if (fileType === null) throw new UndecodableAudio('The file is neither mp3 nor m4a nor wav.');
      const wanted = recognitionRequest(request);
      const watch = { signal, onDecoded };
      const recognition = await recognizer.recognize({ path: file, fileType }, wanted, watch);
      return taskData(recognition, wanted);
    } finally {
      await rm(file, { force: true });
    }
  };
