/** What the tests of task watchers over Redis share. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TaskRecorder } from '../../src/server.js';
import { nameOf } from '../unit/server/watcher/world.js';

/** Waits until a condition holds. The time limit of the test runner ends a wait in vain. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(20);
};

export const submitTo = (recorder: TaskRecorder, id: string): Promise<void> =>
  recorder.submitted(
    {
      ...nameOf(id),
      sealedId: `sealed-${id}`,
      request: { file_url: 'https://files.example.com/a.mp3?signature=abc' },
    },
    { transcription_id: id, status: 'PENDING', raw: null },
  );
