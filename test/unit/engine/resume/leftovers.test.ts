/** Which data may stay stored in this browser, and which is deleted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createStorageCleanup } from '../../../../src/engine.js';
import { SESSION_GRACE_MS, UNKNOWN_SCOPE } from '../../../../src/engine/resume/cleanup.js';
import { jobLockName, LIFETIMES_MS, scopeLockName } from '../../../../src/engine/resume/scope.js';
import type { RecordStore, StoredRecord } from '../../../../src/engine/ports.js';

const NOW = 1_700_000_000_000;

const recordsIn = (initial: readonly StoredRecord[]) => {
  let records = initial;
  const store: RecordStore = {
    list: () => Promise.resolve(records),
    removeWhere: (unwanted) => {
      records = records.filter((record) => !unwanted(record));
      return Promise.resolve();
    },
  };
  return { store, ids: () => records.map(({ id }) => id) };
};

/** Records by id, each with its scope and its age in ms. */
type Stored = Readonly<Record<string, readonly [scope: string, age?: number]>>;

interface Browser {
  readonly jobs?: Stored | readonly StoredRecord[];
  readonly edits?: Stored;
  readonly peaks?: Stored;
  readonly recordings?: Stored;
  /** The names of the locks that are held. */
  readonly held?: readonly string[];
}

const toRecords = (stored: Stored): readonly StoredRecord[] =>
  Object.entries(stored).map(([id, [scope, age = 0]]) => ({ id, scope, savedAtMs: NOW - age }));

const isList = (stored: Stored | readonly StoredRecord[]): stored is readonly StoredRecord[] =>
  Array.isArray(stored);

const setUp = ({ jobs = {}, edits = {}, peaks = {}, recordings = {}, held = [] }: Browser) => {
  const stores = {
    jobs: recordsIn(isList(jobs) ? jobs : toRecords(jobs)),
    edits: recordsIn(toRecords(edits)),
    peaks: recordsIn(toRecords(peaks)),
    recordings: recordsIn(toRecords(recordings)),
  };
  const cleanup = createStorageCleanup({
    jobs: stores.jobs.store,
    edits: stores.edits.store,
    peaks: stores.peaks.store,
    recordings: stores.recordings.store,
    locks: { held: () => Promise.resolve(new Set(held)) },
    clock: { now: () => NOW },
  });
  return {
    cleanup,
    jobs: stores.jobs.ids,
    edits: stores.edits.ids,
    peaks: stores.peaks.ids,
    recordings: stores.recordings.ids,
  };
};

describe('stored work of another user', () => {
  it('is deleted once the token says who is signed in; other kinds of scopes stay', async () => {
    const records: Stored = {
      mine: ['user:bo'],
      hers: ['user:anna'],
      page: ['page:anna'],
      session: ['session:1'],
    };
    const { cleanup, jobs, edits } = setUp({ jobs: records, edits: records });
    await cleanup.run('user:bo');
    assert.deepEqual(jobs(), ['mine', 'page', 'session']);
    assert.deepEqual(edits(), ['mine', 'page', 'session']);
  });

  it('stays while an element works on it, as do corrections while they are shown', async () => {
    const { cleanup, jobs, edits } = setUp({
      jobs: { live: ['user:anna'], left: ['user:anna'] },
      edits: { hers: ['user:anna'], cleos: ['user:cleo'] },
      held: [jobLockName('live'), scopeLockName('user:anna')],
    });
    await cleanup.run('user:bo');
    assert.deepEqual(jobs(), ['live']);
    assert.deepEqual(edits(), ['hers']);
  });

  it('stays while the signed-in user is unknown', async () => {
    const records: Stored = { hers: ['user:anna'], page: ['page:anna'] };
    const { cleanup, jobs, edits } = setUp({ jobs: records, edits: records });
    await cleanup.run(null);
    await cleanup.run('session:1');
    assert.deepEqual(
      [jobs(), edits()],
      [
        ['hers', 'page'],
        ['hers', 'page'],
      ],
    );
  });

  it('of another user-key is deleted unless an element with that scope is live or works on it', async () => {
    const { cleanup, jobs, edits } = setUp({
      jobs: {
        mine: ['page:bo'],
        left: ['page:anna'],
        live: ['page:cleo'],
        worked: ['page:anna'],
        user: ['user:anna'],
      },
      edits: { left: ['page:anna'], live: ['page:cleo'] },
      held: [scopeLockName('page:cleo'), jobLockName('worked')],
    });
    await cleanup.run('page:bo');
    assert.deepEqual(jobs(), ['mine', 'live', 'worked', 'user']);
    assert.deepEqual(edits(), ['live']);
  });
});

describe('stored work that a token cannot judge, as its key may be that of the same user', () => {
  const [page, element, service] = ['/', '1', null];

  /** What is left after a page of this backend has received its token now. */
  const leftBy = async (
    records: readonly (readonly [
      id: string,
      backend: string | null,
      job: StoredRecord['job'],
      savedAtMs: number,
    ])[],
    now = NOW,
    receivedAtMs = NOW,
  ): Promise<unknown> => {
    const all = records.map(([id, backend, job, savedAtMs]) => ({
      ...{ id, scope: 'user:anna', savedAtMs, ...(job && { job }) },
      ...(backend !== null && { origin: { page, element, service, backend } }),
    }));
    const [jobs, recordings, edits] = [recordsIn(all), recordsIn(all), recordsIn(all)];
    const cleanup = createStorageCleanup({
      ...{ jobs: jobs.store, recordings: recordings.store, edits: edits.store },
      peaks: recordsIn([]).store,
      locks: { held: () => Promise.resolve(new Set<string>()) },
      clock: { now: () => now },
    });
    await cleanup.run('user:bo', [], { backend: '/api', receivedAtMs });
    assert.deepEqual(recordings.ids(), jobs.ids());
    assert.deepEqual(edits.ids(), jobs.ids());
    return jobs.ids();
  };

  it('is kept if it belongs to another backend, or is newer than the token', async () => {
    const left = await leftBy([
      ['before', '/api', {}, NOW - 1],
      ['unknown, before', null, undefined, NOW - 1],
      ['since', '/api', {}, NOW],
      ['unknown, since', null, undefined, NOW],
      ['elsewhere', '/other', {}, NOW - 1],
    ]);
    assert.deepEqual(left, ['since', 'unknown, since', 'elsewhere']);
  });

  it('is kept if the clock was set back since the token came', async () => {
    assert.deepEqual(await leftBy([['any', '/api', {}, NOW]], NOW + 1, NOW + 2), ['any']);
  });
});

it('is kept if it was paid for, whoever signs in: only its owner sees it, and decides', async () => {
  const scopes = ['user:anna', 'page:anna', 'session:over'];
  const { cleanup, jobs } = setUp({
    jobs: scopes.flatMap((scope) =>
      [{ transcriptionId: 'task-1' }, { submissionAskedAtMs: 1 }, {}].map((job) => ({
        ...{ id: `${scope} ${Object.keys(job)[0] ?? 'unpaid'}`, scope, job },
        savedAtMs: NOW - 2 * SESSION_GRACE_MS,
      })),
    ),
  });
  await cleanup.run('user:bo', [], { backend: null, receivedAtMs: NOW });
  await cleanup.run('page:bo');
  // Nobody could find what the session of a closed tab has stored.
  assert.deepEqual(jobs(), [
    ...['user:anna transcriptionId', 'user:anna submissionAskedAtMs'],
    ...['page:anna transcriptionId', 'page:anna submissionAskedAtMs'],
  ]);
});

it('that starts while the locks are checked is not deleted', async () => {
  const stored: StoredRecord[] = [{ id: 'left', scope: 'user:anna', savedAtMs: NOW }];
  const records: RecordStore = {
    list: () => Promise.resolve([...stored]),
    removeWhere: (unwanted) => {
      stored.splice(0, stored.length, ...stored.filter((record) => !unwanted(record)));
      return Promise.resolve();
    },
  };
  const cleanup = createStorageCleanup({
    jobs: records,
    edits: recordsIn([]).store,
    peaks: recordsIn([]).store,
    recordings: recordsIn([]).store,
    locks: {
      held: () => {
        // Another tab takes its lock just after the check, and stores its work.
        stored.push({ id: 'begun', scope: 'user:anna', savedAtMs: NOW });
        return Promise.resolve(new Set<string>());
      },
    },
    clock: { now: () => NOW },
  });
  await cleanup.run('user:bo');
  assert.deepEqual(
    stored.map(({ id }) => id),
    ['begun'],
  );
});

describe('stored work of a session', () => {
  it('is deleted ten minutes after it was saved, unless its page is live', async () => {
    const records: Stored = {
      own: ['session:own', SESSION_GRACE_MS + 1],
      live: ['session:live', SESSION_GRACE_MS + 1],
      reloading: ['session:reloading', SESSION_GRACE_MS],
      over: ['session:over', SESSION_GRACE_MS + 1],
    };
    const { cleanup, jobs, edits } = setUp({
      jobs: records,
      edits: records,
      held: [scopeLockName('session:live')],
    });
    await cleanup.run('session:own');
    assert.deepEqual(jobs(), ['own', 'live', 'reloading']);
    assert.deepEqual(edits(), ['own', 'live', 'reloading']);
  });
});

describe('expired data', () => {
  it('is deleted whoever owns it: work after a day, corrections after half a year', async () => {
    const ages = (lifetime: number): Stored => ({
      young: ['user:anna', lifetime],
      old: ['user:anna', lifetime + 1],
      'old and mine': ['page:bo', lifetime + 1],
      'of a clock that was wrong': ['page:bo', -lifetime - 1],
    });
    const { cleanup, jobs, edits } = setUp({
      jobs: ages(LIFETIMES_MS.job),
      edits: ages(LIFETIMES_MS.edits),
      held: [scopeLockName('page:bo')],
    });
    await cleanup.run(null);
    assert.deepEqual([jobs(), edits()], [['young'], ['young']]);
  });
});

describe('stored peaks', () => {
  it('are deleted after 30 days, and if they belong to another user who has no page open', async () => {
    const { cleanup, peaks } = setUp({
      peaks: {
        mine: ['user:bo', LIFETIMES_MS.peaks],
        old: ['user:bo', LIFETIMES_MS.peaks + 1],
        hers: ['user:anna'],
        live: ['user:cleo'],
        'of an ended session': ['session:1', SESSION_GRACE_MS + 1],
      },
      held: [scopeLockName('user:cleo')],
    });
    await cleanup.run('user:bo');
    assert.deepEqual(peaks(), ['mine', 'live']);
  });

  it('are deleted by forgetStored, and request no token', async () => {
    const { cleanup, peaks } = setUp({ peaks: { hers: ['user:anna'], his: ['page:bo'] } });
    assert.equal(await cleanup.needToken('session:1'), false);
    await cleanup.forget('anna');
    assert.deepEqual(peaks(), ['his']);
    await cleanup.forget(null);
    assert.deepEqual(peaks(), []);
  });
});

describe('forgetStored', () => {
  it('deletes only the given user-key or userKey', async () => {
    const records: Stored = {
      page: ['page:anna'],
      user: ['user:anna'],
      other: ['page:anna2'],
      session: ['session:anna'],
    };
    const { cleanup, jobs, edits } = setUp({
      jobs: records,
      edits: records,
      held: [jobLockName('page')],
    });
    await cleanup.forget('anna');
    assert.deepEqual(
      [jobs(), edits()],
      [
        ['other', 'session'],
        ['other', 'session'],
      ],
    );
  });

  it('deletes everything if no scope is given', async () => {
    const records: Stored = { page: ['page:anna'], user: ['user:bo'], session: ['session:1'] };
    const { cleanup, jobs, edits } = setUp({ jobs: records, edits: records });
    await cleanup.forget(null);
    assert.deepEqual([jobs(), edits()], [[], []]);
  });
});

describe('whether a token is needed to find the user', () => {
  it('is true only for work and corrections of a user or of this session', async () => {
    const ask = (jobs: Stored, edits: Stored = {}): Promise<boolean> =>
      setUp({ jobs, edits }).cleanup.needToken('session:1');
    assert.equal(await ask({ a: ['user:anna'] }), true);
    assert.equal(await ask({}, { a: ['user:anna'] }), true);
    assert.equal(await ask({ a: ['session:1'] }), true);
    const none: Stored = { a: ['page:user:anna'], b: ['session:2'] };
    assert.equal(await ask(none, none), false);
    assert.equal(await setUp({ jobs: { a: ['session:1'] } }).cleanup.needToken(null), false);
  });
});

describe('recordings of the microphone', () => {
  const scopes: Stored = {
    mine: ['user:bo', LIFETIMES_MS.recording],
    hers: ['user:anna'],
    running: ['user:anna'],
    old: ['user:bo', LIFETIMES_MS.recording + 1],
  };

  it('follow the rules of uploads, but stay for a week', async () => {
    const { cleanup, recordings } = setUp({
      recordings: scopes,
      held: [jobLockName('running')],
    });
    await cleanup.run('user:bo');
    assert.deepEqual(recordings(), ['mine', 'running']);
  });

  it('are deleted when their user is forgotten, and are a reason to ask who is signed in', async () => {
    const { cleanup, recordings } = setUp({ recordings: scopes });
    assert.equal(await cleanup.needToken(null), true);
    await cleanup.forget('bo');
    assert.deepEqual(recordings(), ['hers', 'running']);
  });
});

describe('work that a tab is doing', () => {
  it('stays although the clock was corrected by years', async () => {
    const old = LIFETIMES_MS.recording * 100;
    const { cleanup, jobs, recordings } = setUp({
      jobs: { live: ['page:anna', old], left: ['page:anna', old] },
      recordings: { recorded: ['page:anna', -old], done: ['page:anna', -old] },
      held: [jobLockName('live'), jobLockName('recorded')],
    });
    await cleanup.run('page:anna');
    assert.deepEqual([jobs(), recordings()], [['live'], ['recorded']]);
  });
});

describe('a stored job with a task', () => {
  it('stays for weeks, because the task was paid for', async () => {
    const day = 86_400_000;
    const ages = [0.5, 2, 29, 31];
    const { cleanup, jobs } = setUp({
      jobs: ages.flatMap((days) => [
        {
          id: `paid ${days}`,
          scope: 'page:anna',
          savedAtMs: NOW - days * day,
          job: { transcriptionId: 't' },
        },
        { id: `open ${days}`, scope: 'page:anna', savedAtMs: NOW - days * day, job: {} },
      ]),
    });
    await cleanup.run('page:anna');
    assert.deepEqual(jobs(), ['paid 0.5', 'open 0.5', 'paid 2', 'paid 29']);
  });
});

describe('a store that cannot be read', () => {
  const broken: RecordStore = {
    list: () => Promise.reject(new Error('lost')),
    removeWhere: () => Promise.reject(new Error('lost')),
  };
  const jobs = recordsIn([{ id: 'old', scope: 'page:anna', savedAtMs: 0 }]);
  const cleanup = createStorageCleanup({
    ...{ jobs: jobs.store, edits: broken, peaks: broken },
    locks: { held: () => Promise.resolve(new Set<string>()) },
    clock: { now: () => NOW },
  });

  it('keeps no other store from being cleaned up', async () => {
    await cleanup.run('page:anna');
    assert.deepEqual(jobs.ids(), []);
  });

  it('is told to whoever asks that its data is deleted', async () => {
    await assert.rejects(cleanup.forget('anna'), /lost/);
  });
});

it('a record that cannot be read is deleted with the data of any user', async () => {
  const { cleanup, jobs } = setUp({ jobs: { lost: [UNKNOWN_SCOPE] } });
  await cleanup.forget('anna', NOW - 1);
  assert.deepEqual(jobs(), []);
});
