/** The hooks of a handler without a task watcher: called while a request is served. */
import { isTerminal } from '../protocol/index.js';
import type { Settings } from './options.js';
import { pause, TimedOut, withDeadline } from './time.js';
import type { HookContext, HookName, TaskRecorder } from './watcher/task.js';

const ATTEMPTS = 3;
/** For all attempts of one hook, in ms: the person is waiting. */
const HOOK_BUDGET_MS = 10_000;
/** The pause before the second attempt, in ms. Before the third it is twice as long. */
const PAUSE_MS = 200;
/** Number of finished tasks to remember, so that a reloaded page does not call the hook again. */
const MOST_REMEMBERED = 10_000;

/** Null if there are no hooks. */
export const createDirectHooks = ({
  onSubmitted,
  onFinished,
  clock,
  emit,
}: Pick<Settings, 'onSubmitted' | 'onFinished' | 'clock' | 'emit'>): TaskRecorder | null => {
  if (onSubmitted === null && onFinished === null) return null;

  /** True if the hook has succeeded. Never rejects. */
  const call = async (
    hook: HookName,
    secrets: readonly string[],
    work: (context: HookContext) => unknown,
  ): Promise<boolean> => {
    const begun = performance.now();
    for (let attempt = 1; ; attempt++) {
      const started = clock.now();
      const report = { kind: 'hook', hook, attempt } as const;
      const left = Math.max(1, HOOK_BUDGET_MS - (performance.now() - begun));
      try {
        await withDeadline(left, undefined, async (signal) => work({ signal, attempt }));
        emit({ ...report, outcome: 'ok', durationMs: clock.now() - started });
        return true;
      } catch (cause) {
        const isLast = attempt === ATTEMPTS || cause instanceof TimedOut;
        const outcome = isLast ? 'gave-up' : 'failed';
        emit({ ...report, outcome, durationMs: clock.now() - started, cause }, secrets);
        if (isLast) return false;
        await pause(PAUSE_MS * attempt);
      }
    }
  };

  /** Finished tasks whose hook has succeeded or is running. */
  const finished = new Map<string, Promise<boolean>>();
  const finishOnce = async (id: string, work: () => Promise<boolean>): Promise<void> => {
    const run = finished.get(id) ?? work();
    finished.set(id, run);
    for (const oldest of finished.keys()) {
      if (finished.size <= MOST_REMEMBERED) break;
      finished.delete(oldest);
    }
    if (!(await run)) finished.delete(id);
  };

  return {
    async submitted({ userId, transcriptionId, sealedId, request }) {
      if (onSubmitted === null || request === null) return;
      const task = { userId, transcriptionId, sealedId, request };
      await call('submitted', [transcriptionId, sealedId, userId], (context) =>
        onSubmitted(task, context),
      );
    },
    async query({ userId, transcriptionId, sealedId }, ask) {
      const answer = await ask();
      const { status } = answer;
      const data = answer.raw;
      if (onFinished !== null && isTerminal(status)) {
        const task = { userId, transcriptionId, sealedId, status, data };
        await finishOnce(transcriptionId, () =>
          call('finished', [transcriptionId, sealedId, userId], (context) =>
            onFinished(task, context),
          ),
        );
      }
      return { status, data };
    },
  };
};
