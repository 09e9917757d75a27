import {
  problem,
  PROBLEM_TYPE,
  PROBLEMS,
  type ProblemCode,
  type TranscriptionTask,
} from '../protocol/index.js';
import type { Reply } from './reply.js';

const HEADERS = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };

export const jsonReply = (value: unknown): Reply => ({
  status: 200,
  headers: { ...HEADERS, 'Content-Type': 'application/json' },
  text: JSON.stringify(value),
});

/** RFC 9457. `detail` is for the developer of the page; it must not come from the service. */
export const problemReply = (
  code: ProblemCode,
  detail?: string,
  headers: Readonly<Record<string, string>> = {},
): Reply => ({
  status: PROBLEMS[code].status,
  headers: { ...HEADERS, 'Content-Type': PROBLEM_TYPE, ...headers },
  text: JSON.stringify(problem(code, detail)),
});

/**
 * The task (2.4) with the id that this user may know. `data` is as the service sent it, with the fields that the
 * specification does not name, such as a voiceprint. It is empty until the task has succeeded.
 */
export const taskBody = (task: TranscriptionTask, sealedId: string): unknown => ({
  transcription_id: sealedId,
  status: task.status,
  data: task.data === null ? {} : task.raw,
});
