import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ReactiveControllerHost } from 'lit';
import type { EditStore, OwnScope } from '../../../src/engine.js';
import {
  StoredTranscript,
  type StoredTranscriptOptions,
} from '../../../src/element/stored-transcript.js';
import { createMemoryRecords } from '../../support/memory-records.js';
import { EMPTY_RECORDS, known } from '../../support/own-scope.js';

const data = {
  text: 'Good morning. Hello.',
  language: 'en',
  duration: 4,
  segments: [
    { speaker: 'S1', start_ms: 0, end_ms: 1_000, text: 'Good morning.' },
    { speaker: 'S2', start_ms: 1_000, end_ms: 2_000, text: 'Hello.' },
  ],
};

interface SetUp extends Partial<Omit<StoredTranscriptOptions, 'scope'>> {
  readonly scope?: () => string | null;
  /** Requests a token. */
  readonly learn?: OwnScope['requestFromToken'];
}

/** A page that knows the owner of the corrections. */
const scopeOf = (now: () => string | null): OwnScope => ({
  ...known(now),
  resolve: () => Promise.resolve(now()),
  connect: () => () => undefined,
  current: (scope) => scope,
});

const host: ReactiveControllerHost = {
  addController: () => undefined,
  removeController: () => undefined,
  requestUpdate: () => undefined,
  updateComplete: Promise.resolve(true),
};

const setUp = ({ scope = () => 'page:cleo', learn, ...options }: SetUp = {}) => {
  const changes: string[] = [];
  const failures: unknown[] = [];
  let editable = 0;
  const shown = new StoredTranscript(host, {
    store: createMemoryRecords(),
    scope: { ...scopeOf(scope), ...(learn && { requestFromToken: learn }) },
    onChange: (change, operations) =>
      changes.push(`${change} ${operations.map(({ kind }) => kind).join() || '-'}`),
    onEditable: () => (editable += 1),
    onUnavailable: (cause) => failures.push(cause),
    ...options,
  });
  return { shown, changes, failures, editable: () => editable };
};

const rename = { kind: 'rename-speaker', from: 'S1', to: 'Anna' } as const;
const correct = { kind: 'correct-text', segment: 1, text: 'Hullo.' } as const;

/** Corrections stored on an earlier visit. */
const keepRename = async (store: EditStore): Promise<void> => {
  const { shown } = setUp({ store });
  shown.show('task', data);
  await shown.settled();
  shown.edit(rename);
  await shown.settled();
};

describe('open transcript', () => {
  it('supports edits, undo and redo', async () => {
    const { shown, changes } = setUp();
    shown.show('task', data);
    await shown.settled();
    shown.edit(rename);
    shown.edit(correct);
    assert.equal(shown.current?.segments[0]?.speaker, 'Anna');
    assert.equal(shown.current.text, 'Good morning. Hullo.');
    assert.deepEqual(shown.edits, [rename, correct]);
    shown.undo();
    assert.equal(shown.current.text, 'Good morning. Hello.');
    assert.deepEqual([shown.canUndo, shown.canRedo], [true, true]);
    shown.redo();
    assert.equal(shown.current.text, 'Good morning. Hullo.');
    assert.deepEqual(changes, [
      'applied rename-speaker',
      'applied correct-text',
      'undone correct-text',
      'redone correct-text',
    ]);
    assert.equal(shown.original?.segments[0]?.speaker, 'S1');
  });

  it('ignores an edit that changes nothing, and throws if one does not apply', async () => {
    const { shown, changes } = setUp();
    shown.show('task', data);
    await shown.settled();
    shown.edit({ ...correct, text: 'Hello.' });
    assert.throws(() => shown.edit({ ...correct, segment: 2 }), RangeError);
    assert.deepEqual(changes, []);
  });

  it('throws while there is no transcript', () => {
    const { shown } = setUp();
    assert.throws(() => shown.edit(rename), /no transcript is shown/);
    assert.equal(shown.current, null);
  });
});

describe('stored corrections', () => {
  it('are restored with the same task, and with no other', async () => {
    const store = createMemoryRecords();
    const first = setUp({ store });
    first.shown.show('task', data);
    await first.shown.settled();
    first.shown.edit(rename);
    await first.shown.settled();

    const second = setUp({ store });
    second.shown.show('task', data);
    assert.equal(second.shown.current?.segments[0]?.speaker, 'S1');
    assert.equal(second.shown.isEditable, false);
    await second.shown.settled();
    assert.equal(second.shown.current.segments[0]?.speaker, 'Anna');
    assert.deepEqual(second.changes, ['restored -']);
    assert.equal(second.shown.isEditable, true);
    assert.equal(second.editable(), 1);
    assert.equal(second.shown.canUndo, true);

    for (const other of [
      setUp({ store, scope: () => 'somebody else' }),
      setUp({ store, scope: () => null }),
    ]) {
      other.shown.show('task', data);
      await other.shown.settled();
      assert.deepEqual(other.shown.edits, []);
    }
    const otherTask = setUp({ store });
    otherTask.shown.show('other', data);
    await otherTask.shown.settled();
    assert.deepEqual(otherTask.shown.edits, []);
  });

  it('are never applied to another text with the same id', async () => {
    const store = createMemoryRecords();
    const { shown } = setUp({ store });
    shown.show('task', data);
    await shown.settled();
    shown.edit(rename);
    await shown.settled();
    const again = setUp({ store });
    const segments = data.segments.map((segment, at) =>
      at === 1 ? { ...segment, text: 'Hi.' } : segment,
    );
    again.shown.show('task', { ...data, segments });
    await again.shown.settled();
    assert.deepEqual(again.changes, []);
    assert.equal(again.shown.isEditable, true);
  });

  it('are deleted once all are undone', async () => {
    const store = createMemoryRecords();
    const { records } = store;
    const { shown } = setUp({ store });
    shown.show('task', data);
    await shown.settled();
    shown.edit(rename);
    await shown.settled();
    assert.equal(records.size, 1);
    shown.undo();
    await shown.settled();
    assert.equal(records.size, 0);
  });

  it('are not stored with noStorage or without a task', async () => {
    const store = createMemoryRecords();
    const { records } = store;
    for (const [scope, id] of [
      [null, 'task'],
      ['page:cleo', null],
    ] as const) {
      const { shown } = setUp({ store, scope: () => scope });
      shown.show(id, data);
      await shown.settled();
      shown.edit(rename);
      await shown.settled();
    }
    assert.equal(records.size, 0);
  });

  it('are ignored if the record is damaged', async () => {
    for (const damage of [null, 7, 'x', {}, { version: 1 }, { version: 2, edits: [rename] }]) {
      const { shown, changes } = setUp({
        store: { ...createMemoryRecords(), load: () => Promise.resolve(damage) },
      });
      shown.show('task', data);
      await shown.settled();
      assert.deepEqual([changes, shown.isEditable], [[], true]);
    }
  });

  it('are left unchanged if another version wrote them', async () => {
    const store = createMemoryRecords();
    const { records } = store;
    await keepRename(store);
    for (const [key, record] of records) records.set(key, { ...(record as object), version: 2 });
    const { shown, changes } = setUp({ store });
    shown.show('task', data);
    await shown.settled();
    assert.deepEqual(changes, []);
    assert.equal(records.size, 1);
  });

  it('are not written after the user has changed', async () => {
    const store = createMemoryRecords();
    const { records } = store;
    let scope = 'anna';
    const { shown } = setUp({ store, scope: () => scope });
    shown.show('task', data);
    await shown.settled();
    scope = 'bo';
    shown.edit(rename);
    await shown.settled();
    assert.equal(records.size, 0);
  });

  it('are optional: if the store fails, the transcript can still be edited', async () => {
    const refused = (): Promise<never> => Promise.reject(new Error('no storage'));
    const { shown, failures } = setUp({
      store: { ...EMPTY_RECORDS, load: refused, save: refused, remove: refused },
    });
    shown.show('task', data);
    await shown.settled();
    assert.equal(shown.isEditable, true);
    shown.edit(rename);
    await shown.settled();
    assert.equal(shown.current?.segments[0]?.speaker, 'Anna');
    assert.ok(failures.length > 0);
  });

  it('are stored once a token says who corrects, although the first request for it failed', async () => {
    const store = createMemoryRecords();
    const { records } = store;
    let user: string | undefined;
    let requests = 0;
    const { shown } = setUp({
      store,
      scope: () => user as string | null,
      learn: () => {
        requests += 1;
        if (requests === 1) return Promise.reject(new Error('offline'));
        user = 'user:cleo';
        return Promise.resolve(user);
      },
    });
    shown.show('task', data);
    await shown.settled();
    shown.edit(rename);
    await shown.settled();
    assert.equal(records.size, 0);
    shown.edit(correct);
    await shown.settled();
    assert.deepEqual([...records.keys()], [JSON.stringify(['user:cleo', 'task'])]);
    assert.deepEqual((records.values().next().value as { edits: unknown }).edits, [
      rename,
      correct,
    ]);
  });

  it('are stored once storage is allowed again', async () => {
    const store = createMemoryRecords();
    let scope: string | null | undefined;
    const { shown } = setUp({
      store,
      scope: () => scope as string | null,
      learn: () => Promise.reject(new Error('offline')),
    });
    shown.show('task', data);
    await shown.settled();
    scope = null;
    shown.edit(rename);
    await shown.settled();
    assert.equal(store.records.size, 0);
    scope = 'user:cleo';
    shown.edit(correct);
    await shown.settled();
    assert.equal(store.records.size, 1);
  });

  it('are ignored if they load after the program has restored its own', async () => {
    const store = createMemoryRecords();
    await keepRename(store);

    const { shown, changes } = setUp({ store });
    shown.show('task', data);
    shown.restore([correct]);
    await shown.settled();
    assert.deepEqual(shown.edits, [correct]);
    assert.deepEqual(changes, ['restored -']);
  });

  it('are ignored if they load after another transcript is shown', async () => {
    const store = createMemoryRecords();
    await keepRename(store);

    const { shown, changes } = setUp({ store });
    shown.show('task', data);
    shown.show('another', data);
    await shown.settled();
    assert.deepEqual([shown.edits, changes], [[], []]);
  });
});

describe('corrections saved by the page', () => {
  it('replace all others, or are rejected as a whole', async () => {
    const { shown, changes } = setUp();
    shown.show('task', data);
    await shown.settled();
    shown.edit(rename);
    assert.throws(() => shown.restore([correct, { kind: 'correct-text', segment: 9 }]), RangeError);
    assert.throws(() => shown.restore('nothing'), RangeError);
    assert.deepEqual(shown.edits, [rename]);
    shown.restore(JSON.parse(JSON.stringify([correct])));
    assert.deepEqual(shown.edits, [correct]);
    assert.equal(shown.current?.segments[0]?.speaker, 'S1');
    assert.equal(changes.at(-1), 'restored -');
  });
});
