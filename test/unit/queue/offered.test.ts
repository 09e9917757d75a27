import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ResumableJob } from '../../../src/engine/resume/scope.js';
import { entryOfJob } from '../../../src/queue/entries.js';
import { offeredOf } from '../../../src/queue/taking-over.js';

const job = (id: string, savedAtMs: number, more: Partial<ResumableJob> = {}): ResumableJob => ({
  ...{ id, savedAtMs, kind: 'interrupted', whose: 'offer', needs: 'nothing' },
  ...{ title: `${id}.wav`, size: 200, uploadedFraction: 0.5, transcriptionId: null },
  ...more,
});

const offered = (...entries: readonly ReturnType<typeof entryOfJob>[]): string | undefined =>
  offeredOf(entries)?.id;

describe('of several recordings that were left', () => {
  const old = entryOfJob(job('old', 1), false);
  const recent = entryOfJob(job('recent', 2), false);

  it('the newest is offered', () => {
    assert.equal(offered(), undefined);
    assert.equal(offered(old, recent), 'recent');
    assert.equal(offered(recent, old), 'recent');
  });

  it('one of this place comes before newer ones', () => {
    assert.equal(offered(entryOfJob(job('mine', 0, { whose: 'mine' }), false), recent), 'mine');
  });

  it('one that nobody works on comes before one of another tab', () => {
    const elsewhere = entryOfJob(job('elsewhere', 3, { kind: 'in-other-tab' }), false);
    assert.equal(offered(old, elsewhere), 'old');
    assert.equal(offered(elsewhere), 'elsewhere');
  });

  it('the one of which a file was chosen comes first, also if another tab works on it', () => {
    const file = new File(['x'], 'chosen.wav');
    const chosen = entryOfJob(job('chosen', 0, { kind: 'in-other-tab' }), false, file);
    assert.equal(offered(old, chosen, recent), 'chosen');
  });
});
