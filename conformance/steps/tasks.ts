/** The submissions of a run: which recording, which params, and the tasks of earlier runs that replace them. */
import type { Settings } from '../arguments.js';
import type { Recording } from '../recordings/recording.js';
import { NoAnswer, NotReached, succeeded, type Answer, type Caller } from '../service/call.js';
import { once } from '../service/once.js';
import type { Ports } from '../service/ports.js';
import { NOWHERE, PATHS, post, type Headers } from '../service/requests.js';
import { textField } from '../service/shape.js';
import type { KeptTask, KeptTasks } from './kept-tasks.js';
import { createTask, isTerminal, statusOf, type Audio, type Task } from './task.js';
import type { Upload } from './upload.js';

/** The params of the long recording: every default of 4.7, except diarization. */
export const DIARIZED = {
  transcribe: { language: 'auto', model: 'svc-asr-pro', detection_level: 'segment' },
  vad: { decode_silence: false },
  diarization: { enabled: true, return_embedding: true },
};

/** The opposite of each. */
const OPPOSITE = {
  transcribe: { language: 'en', model: 'svc-asr-fast', detection_level: 'chapter' },
  vad: { decode_silence: true },
  diarization: { enabled: false, return_embedding: false },
};

export interface Tasks {
  /** The long recording, with diarization. */
  readonly longTask: Task;
  /** The short recording, without params. */
  readonly shortTask: Task;
  /** The short recording again, with the opposite of every default. */
  readonly oppositeTask: Task;
  /** An address that leads nowhere. */
  readonly nowhereTask: Task;
  /** One for each further format, with `--thorough`. */
  readonly formatTasks: readonly Task[];
  /** The tasks within the budget of submissions, in order. */
  readonly allTasks: readonly Task[];
  /** The number of submissions sent, and of those taken from an earlier run. */
  readonly spent: () => { readonly submitted: number; readonly reused: number };
}

export interface TasksOf {
  readonly settings: Settings;
  readonly kept: KeptTasks;
  readonly ports: Pick<Ports, 'now' | 'sleep'>;
  readonly say: (sentence: string) => void;
  /** Removes secrets from what is kept. */
  readonly sweep: (text: string) => string;
  readonly send: Caller['send'];
  readonly query: (id: string) => Promise<Answer>;
  readonly keys: () => Promise<Headers>;
  readonly uploads: {
    readonly long: () => Promise<Upload>;
    readonly short: () => Promise<Upload>;
    readonly others: readonly (() => Promise<Upload>)[];
  };
  /** What is known of `--file-url`. */
  readonly known: Recording;
  readonly keyOf: (name: string, recording: Recording | null) => string;
}

/** Statuses of a query that mean that the service no longer has the task. */
const UNKNOWN = [404, 410];

/** A submission may have been accepted although its response was lost. */
const unsure = (error: unknown): never => {
  if (!(error instanceof NoAnswer)) throw error;
  throw new NotReached(
    `${error.message}; it may have been accepted, so it was not repeated: run the tool again`,
  );
};

/** An answer as it was when an earlier run received it. */
const recalled = (task: KeptTask, now: Answer, address: string): Answer => ({
  ...now,
  method: 'POST',
  address,
  status: task.status,
  headers: new Headers(),
  text: task.body,
  json: JSON.parse(task.body) as unknown,
  sentAt: Date.parse(task.submittedAt),
  tookMs: 0,
  requestId: null,
});

export const createTasks = (of: TasksOf): Tasks => {
  const { settings, kept, ports, say, send, query, keys, uploads } = of;
  const { submissions, fileUrl, fresh, serviceUrl, waitSeconds } = settings;
  const address = serviceUrl + PATHS.transcriptions;
  const counts = { submitted: 0, reused: 0 };

  interface Planned {
    /** The place in the budget, from 1. */
    readonly rank: number;
    readonly name: string;
    /** Null for the address that leads nowhere. */
    readonly upload: (() => Promise<Upload>) | null;
    readonly params: object | null;
  }

  const taskOf = ({ rank, name, upload, params }: Planned): Task => {
    const recording = once(async (): Promise<Recording> => {
      if (fileUrl !== null || upload === null) return of.known;
      return (await upload()).recording;
    });
    const audio = async (): Promise<Audio> => recording();
    const key = once(async () => of.keyOf(name, upload === null ? null : await recording()));
    /** The answer of a query that a kept task has already had, so that an ended task is not queried twice. */
    let ended: Answer | null = null;

    /** The submission of an earlier run; null if there is none, or the service no longer knows it. */
    const reuse = async (): Promise<Answer | null> => {
      const earlier = fresh || upload === null ? null : kept.find(await key());
      if (earlier === null) return null;
      const answer = await query(earlier.transcriptionId);
      const status = statusOf(answer);
      if (UNKNOWN.includes(answer.status) || status === 'FAILURE' || status === 'REVOKED') {
        await kept.forget(await key());
        return null;
      }
      if (!succeeded(answer))
        throw new NotReached(
          `the task of an earlier run was answered ${answer.status}: --fresh submits again`,
        );
      if (isTerminal(status)) ended = answer;
      counts.reused += 1;
      say(`The ${name} recording was submitted at ${earlier.submittedAt}: its task is used again.`);
      return recalled(earlier, answer, address);
    };
    const fileAddress = async (): Promise<string> => {
      if (upload === null) return NOWHERE;
      return fileUrl ?? (await upload()).downloadUrl();
    };
    const submit = async (): Promise<Answer> => {
      if (submissions < rank)
        throw new NotReached(`needs --submissions ${rank}, because each may cost money`);
      const headers = await keys();
      const earlier = await reuse();
      if (earlier !== null) return earlier;
      const body = { file_url: await fileAddress(), ...(params === null ? {} : { params }) };
      counts.submitted += 1;
      const answer = await send({ ...post(address, headers, body), once: true }).catch(unsure);
      const transcriptionId = textField(answer.json, 'transcription_id');
      // A submission that transcribes nothing costs nothing, so it is not kept.
      if (succeeded(answer) && transcriptionId !== null && upload !== null) {
        const submittedAt = new Date(answer.sentAt).toISOString();
        const body = of.sweep(answer.text);
        const task = { transcriptionId, submittedAt, status: answer.status, body };
        await kept.keep(await key(), task);
      }
      return answer;
    };
    return createTask({
      ...{ audio, submit, ports, waitSeconds },
      onStatus: (status) => say(`The task of the ${name} recording: ${status}.`),
      query: async (id) => ended ?? query(id),
      onFailed: async () => kept.forget(await key()),
    });
  };

  const { long, short, others } = uploads;
  const longTask = taskOf({ rank: 1, name: 'long', upload: long, params: DIARIZED });
  const shortTask = taskOf({ rank: 2, name: 'short', upload: short, params: null });
  const oppositeTask = taskOf({ rank: 3, name: 'repeated', upload: short, params: OPPOSITE });
  const nowhereTask = taskOf({ rank: 4, name: 'unreachable', upload: null, params: null });
  const formatTasks = others.map((upload, index) =>
    taskOf({ rank: 5 + index, name: `format ${index + 1}`, upload, params: null }),
  );
  return {
    ...{ longTask, shortTask, oppositeTask, nowhereTask, formatTasks },
    allTasks: [longTask, shortTask, oppositeTask, nowhereTask].slice(0, submissions),
    spent: () => counts,
  };
};
