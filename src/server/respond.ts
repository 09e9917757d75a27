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

/** The shape of 2.4: what could not be told is left out, and `data` is empty until the task has succeeded. */
export const taskBody = (task: TranscriptionTask, sealedId: string): unknown => {
  const { status, data } = task;
  if (data === null) return { transcription_id: sealedId, status, data: {} };
  const { language, duration, ...rest } = data;
  return {
    transcription_id: sealedId,
    status,
    data: {
      ...rest,
      ...(language === null ? {} : { language }),
      ...(duration === null ? {} : { duration }),
    },
  };
};
