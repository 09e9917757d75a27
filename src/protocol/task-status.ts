/** Every status of a transcription task (specification, section 3). */
export const TASK_STATUSES = [
  'PENDING',
  'RECEIVED',
  'STARTED',
  'PROGRESS',
  'SUCCESS',
  'FAILURE',
  'REVOKED',
] as const;

export type TaskStatus = (typeof TASK_STATUSES)[number];
export type TerminalStatus = 'SUCCESS' | 'FAILURE' | 'REVOKED';

const TERMINAL: ReadonlySet<string> = new Set<TerminalStatus>(['SUCCESS', 'FAILURE', 'REVOKED']);
const KNOWN: ReadonlySet<string> = new Set(TASK_STATUSES);

/** True where a client must stop polling (section 3, rule 3). An unknown status is not terminal. */
export const isTerminal = (status: string): status is TerminalStatus => TERMINAL.has(status);

/** True for the statuses that the specification names. */
export const isKnownStatus = (status: string): status is TaskStatus => KNOWN.has(status);
