/** The work of one task: fetch the audio, detect its format, recognise it. */
import { mkdir, rm } from 'node:fs/promises';
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

export interface WorkWatch extends Omit<RecognitionWatch, 'folder'> {
  /**
   * Called when the audio is fetched and decoding begins: the task changes from RECEIVED to STARTED. Resolves once
   * this is stored.
   */
  readonly onStarted: () => Promise<void>;
}

/** Resolves with `data` of 2.4; rejects with AudioNotFetched, UndecodableAudio or the recogniser's error. */
export type TaskWork = (
  id: string,
  request: TranscriptionRequest,
  watch: WorkWatch,
) => Promise<Readonly<Record<string, unknown>>>;

export interface TaskWorkOptions {
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
