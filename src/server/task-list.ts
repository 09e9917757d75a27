/** `GET {backend-url}/transcriptions`: the tasks of the user. */
import { HttpError, jsonReply, Misconfigured, type Reply } from './http-messages.js';
import type { Sealer } from './sealed-id.js';
import type { TaskPage, TaskRecorder } from './watcher/task.js';

const MOST_TASKS = 100;
const USUAL_TASKS = 50;
const CURSOR = /^[\w.-]{1,200}$/;

interface PageRequest {
  readonly limit: number;
  readonly after: string | null;
}

/** Throws HttpError. */
const readPage = (search: URLSearchParams): PageRequest => {
  for (const name of new Set(search.keys())) {
    const isKnown = name === 'limit' || name === 'after';
    if (!isKnown || search.getAll(name).length > 1) {
      throw new HttpError('bad-request', 'the query may hold limit and after, once each');
    }
  }
  const limit = search.get('limit') ?? String(USUAL_TASKS);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST_TASKS) {
    throw new HttpError('bad-request', `limit must be a whole number from 1 to ${MOST_TASKS}`);
  }
  const after = search.get('after');
  if (after !== null && !CURSOR.test(after)) {
    throw new HttpError('bad-request', 'after must be next of another page');
  }
  return { limit: Number(limit), after };
};

const iso = (ms: number): string => new Date(ms).toISOString();

export const listTasks = async (
  userId: string,
  request: Request,
  list: NonNullable<TaskRecorder['list']>,
  sealer: Sealer,
): Promise<Reply> => {
  const asked = readPage(new URL(request.url).searchParams);
  let page: TaskPage;
  try {
    page = await list(userId, asked);
  } catch (cause) {
    throw new Misconfigured('The watcher could not list tasks: check its storage.', 'watcher', {
      cause,
    });
  }
  const transcriptions = await Promise.all(
    page.tasks.map(async ({ transcriptionId, status, submittedAt, endedAt }) => ({
      transcriptionId: await sealer.seal(transcriptionId, userId),
      status,
      submittedAt: iso(submittedAt),
      endedAt: endedAt === null ? null : iso(endedAt),
    })),
  );
  return jsonReply({ transcriptions, next: page.next });
};
