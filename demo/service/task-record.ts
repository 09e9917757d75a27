/** A transcription task as stored on disk, by its id. */
import {
  ContractError,
  at,
  field,
  finite,
  listOf,
  matching,
  object,
  oneOf,
  optional,
  positiveInteger,
  record,
  text,
  type Reader,
} from '../../src/protocol/read.js';
import { parseTranscriptionRequest } from '../../src/protocol/requests.js';
import { parseTranscriptionTask } from '../../src/protocol/responses.js';
import {
  isTerminal,
  TASK_STATUSES,
  type TaskStatus,
  type TranscriptionRequest,
} from '../../src/protocol/types.js';

/** The form of every session's name. */
const SESSION_NAME = /^[\w-]{16}$/;

export interface StatusChange {
  readonly status: TaskStatus;
  /** In ms of the sandbox's clock. */
  readonly at: number;
  /** Why a task failed or was revoked. For developers, because 2.4 has no field for it. */
  readonly reason?: string;
}

export interface TaskRecord {
  /** From 1, in the order of submission. */
  readonly number: number;
  /** The name of the session that submitted it; missing if it belongs to nobody. */
  readonly session?: string;
  /** Missing once the task has ended, because its `file_url` is presigned and no longer needed. */
  readonly request?: TranscriptionRequest;
  readonly history: readonly StatusChange[];
  /** The data of a succeeded task (2.4). */
  readonly data?: Readonly<Record<string, unknown>>;
}

const readHistory: Reader<readonly StatusChange[]> = listOf(
  record({ status: oneOf(TASK_STATUSES), at: finite }, { reason: text }),
);

/** Sent unchanged, so it must be valid for a client. */
const readData: Reader<Readonly<Record<string, unknown>>> = (json, place) => {
  const data = object(json, place);
  parseTranscriptionTask({ transcription_id: 'stored', status: 'SUCCESS', data });
  return data;
};

export const readTaskRecord: Reader<TaskRecord> = (json, place) => {
  const source = object(json, place);
  const history = field(source, place, 'history', readHistory);
  const status = history.at(-1)?.status;
  if (status === undefined) throw new ContractError(at(place, 'history'), 'must not be empty');
  return {
    number: field(source, place, 'number', positiveInteger),
    history,
    ...optional(source, place, 'session', matching(SESSION_NAME, 'the name of a session')),
    ...(isTerminal(status)
      ? {}
      : { request: field(source, place, 'request', parseTranscriptionRequest) }),
    ...(status === 'SUCCESS' ? { data: field(source, place, 'data', readData) } : {}),
  };
};
