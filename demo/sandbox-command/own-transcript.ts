/** A recogniser that answers every recording with the same transcript, from a file. */
import { readFile } from 'node:fs/promises';
import { parseTranscriptionTask } from '../../src/protocol/responses.js';
import type { Recognition, Recognizer } from '../sandbox/recognition/recognizer.js';

/** `data` of a finished task (2.4). Throws ContractError, which names the wrong field. */
const readTranscript = (data: unknown): Recognition => {
  const task = parseTranscriptionTask({ transcription_id: 'file', status: 'SUCCESS', data });
  if (task.data === null) throw new Error('there is no transcript');
  const { language, duration, segments } = task.data;
  const read = segments.flatMap(({ start_ms: startMs, end_ms: endMs, text, speaker }) =>
    startMs === undefined || endMs === undefined
      ? []
      : [{ startMs, endMs, text, ...(speaker ? { speaker } : {}) }],
  );
  const last = Math.max(0, ...read.map(({ endMs }) => endMs));
  return {
    language: language ?? 'und',
    durationSeconds: duration ?? last / 1000,
    segments: read,
  };
};

/** Rejects with an error that names the file. */
export const ownTranscript = async (path: string): Promise<Recognizer> => {
  const transcript = await readFile(path, 'utf8')
    .then((text) => readTranscript(JSON.parse(text)))
    .catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`--transcript ${path}: ${why}. It must be “data” of a finished task.`, {
        cause,
      });
    });
  return {
    name: `${path}: every recording gets this transcript`,
    recognize: (_audio, _request, { onDecoded }) => {
      onDecoded();
      return Promise.resolve(transcript);
    },
  };
};
