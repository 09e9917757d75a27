import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSessionOf } from '../../../../src/engine/session/session.js';
import { newJob } from '../../../../src/engine/session/job.js';
import { createWorld } from '../../../support/simulated-world.js';
import { unmeasuredWave } from '../../../support/recording.js';

const FILE = { kind: 'file', file: new File([unmeasuredWave(50)], 'talk.wav') } as const;

const never = (): never => {
  throw new Error('not needed');
};

const context = () => ({ service: never, backend: never, limits: {}, manualStart: false });

const untilFailed = (session: ReturnType<typeof createSessionOf>) =>
  new Promise<string>((resolve) => {
    session.subscribe((state) => {
      if (state.name === 'failed') resolve(`${state.error.code}, ${state.error.recoverable}`);
    });
  });

describe('the code that does the work', () => {
  it('is loaded again by a retry if its download fails', async () => {
    let downloads = 0;
    const runs: string[] = [];
    const session = createSessionOf(createWorld(), context, () => {
      downloads += 1;
      if (downloads === 1) return Promise.reject(new TypeError('offline'));
      return Promise.resolve(({ currentJob }) => {
        runs.push(currentJob().source.kind);
        return Promise.resolve();
      });
    });
    const failed = untilFailed(session);
    session.dispatch({ type: 'select', source: FILE, options: {} });
    assert.equal(await failed, 'network, true');
    session.dispatch({ type: 'retry' });
    await new Promise(setImmediate);
    assert.deepEqual([downloads, runs], [2, ['file']]);
  });

  it('keeps the key of a submission that may have been accepted, if it cannot be loaded after a reload', async () => {
    const session = createSessionOf(createWorld(), context, () =>
      Promise.reject(new TypeError('offline')),
    );
    const failed = new Promise<string>((resolve) => {
      session.subscribe((state) => {
        if (state.name === 'failed') resolve(state.job?.submissionKey ?? '');
      });
    });
    const source = { kind: 'address', fileUrl: 'https://cdn.test/talk.mp3' } as const;
    const job = { ...newJob(source, {}), submissionAskedAtMs: 1, submissionKey: 'key-1' };
    session.dispatch({ type: 'restore', job });
    assert.equal(await failed, 'key-1');
  });

  it('is not run if the work was cancelled while it was loaded', async () => {
    let finish: (run: () => Promise<void>) => void = () => undefined;
    const loading = new Promise<() => Promise<void>>((resolve) => (finish = resolve));
    let runs = 0;
    const session = createSessionOf(createWorld(), context, () => loading);
    session.dispatch({ type: 'select', source: FILE, options: {} });
    session.dispatch({ type: 'cancel' });
    finish(() => {
      runs += 1;
      return Promise.resolve();
    });
    await new Promise(setImmediate);
    assert.deepEqual([session.getState().name, runs], ['idle', 0]);
  });
});
