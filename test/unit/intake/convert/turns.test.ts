import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { convertFile } from '../../../../src/intake/convert/index.js';

/** A worker that converts when the test says so. */
const createWorkers = () => {
  const started: string[] = [];
  const finish = new Map<string, () => void>();
  const convert = (key: string, signal: AbortSignal = new AbortController().signal) =>
    convertFile(new Blob([key]), {
      ...{ key, track: 0, signal, onTracks: () => undefined, onProgress: () => undefined },
      startWorker: () => {
        const end = { kind: 'cannot', problem: 'unreadable', codec: key };
        const worker = {
          terminate: () => undefined,
          postMessage() {
            started.push(key);
            finish.set(key, () => this.onmessage?.({ data: { type: 'convert-end', end } }));
          },
          onmessage: null as ((event: { data: unknown }) => void) | null,
        };
        return Promise.resolve(worker as unknown as Worker);
      },
    });
  return { started, finish, convert };
};

describe('conversions of a list', () => {
  it('run two at a time, in the order of the list', async () => {
    const { started, finish, convert } = createWorkers();
    const ends = ['a', 'b', 'c', 'd'].map((key) => convert(key));
    await setImmediate();
    assert.deepEqual(started, ['a', 'b']);
    finish.get('b')?.();
    await ends[1];
    await setImmediate();
    assert.deepEqual(started, ['a', 'b', 'c']);
    for (const key of ['a', 'c']) finish.get(key)?.();
    await Promise.all([ends[0], ends[2]]);
    await setImmediate();
    finish.get('d')?.();
    assert.deepEqual(await ends[3], { kind: 'cannot', problem: 'unreadable', codec: 'd' });
  });

  it('that are cancelled while they wait: leave their place to the next one', async () => {
    const { started, finish, convert } = createWorkers();
    const stop = new AbortController();
    const ends = [convert('a'), convert('b'), convert('c', stop.signal), convert('d')];
    const refused = assert.rejects(ends[2] ?? Promise.resolve(), /not needed/);
    await setImmediate();
    stop.abort(new Error('not needed'));
    await refused;
    finish.get('a')?.();
    await setImmediate();
    assert.deepEqual(started, ['a', 'b', 'd']);
    for (const key of ['b', 'd']) finish.get(key)?.();
    await Promise.all([ends[0], ends[1], ends[3]]);
  });
});
