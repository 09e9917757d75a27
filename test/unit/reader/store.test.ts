import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReaderStore, DEFAULT_PREFERENCES, initialState } from '../../../src/reader/store.js';
import { OPENED_SEARCH } from '../../../src/reader/search/search-controller.js';
import { transcriptOf } from '../transcript/arbitraries.js';
import { applyEdit } from '../transcript/random-edits.js';

const transcript = transcriptOf(
  ['S1', 0, 900, 'Good morning.'],
  ['S2', 1_000, 1_900, 'Hello.'],
  ['S1', 2_000, 2_900, 'How can I help?'],
);

const newStore = () => createReaderStore(initialState(transcript, 'talk.wav', DEFAULT_PREFERENCES));

describe('the store of the reader', () => {
  it('starts with numbered speakers, a closed search, and nothing to correct', () => {
    const { getState } = newStore();
    const { speakers, turns, search, editing, playing, following } = getState();
    assert.deepEqual(
      speakers.map(({ number }) => number),
      [1, 2],
    );
    assert.equal(turns.length, 3);
    assert.deepEqual([search, editing, playing, following], [{ kind: 'closed' }, null, [], true]);
  });

  it('keeps colours and numbers of the others after a correction', () => {
    const { getState, dispatch } = newStore();
    const edit = { kind: 'rename-speaker', from: 'S1', to: 'Anna' } as const;
    const corrected = applyEdit(transcript, edit);
    dispatch({ type: 'corrected', transcript: corrected, original: transcript, edits: [edit] });
    assert.deepEqual(
      getState().speakers.map(({ name, index, number }) => ({ name, index, number })),
      [
        { name: 'Anna', index: 0, number: null },
        { name: 'S2', index: 1, number: 2 },
      ],
    );
  });

  it('calls every listener with the new and the previous state', () => {
    const { getState, dispatch, subscribe } = newStore();
    const before = getState();
    const seen: unknown[] = [];
    subscribe((now, previous) => seen.push(now.search, previous === before));
    subscribe((now) => seen.push(now === getState()));
    dispatch({ type: 'search', search: OPENED_SEARCH });
    assert.deepEqual(seen, [OPENED_SEARCH, true, true]);
  });

  it('tells all listeners about one event before the next', () => {
    const { dispatch, subscribe } = newStore();
    const seen: string[] = [];
    subscribe(({ following, playing }, before) => {
      if (following !== before.following) dispatch({ type: 'playing', playing: [1] });
      if (playing !== before.playing) seen.push('first: playing');
    });
    subscribe(({ following, playing }, before) => {
      if (following !== before.following) seen.push('second: following');
      if (playing !== before.playing) seen.push('second: playing');
    });
    dispatch({ type: 'look-away' });
    assert.deepEqual(seen, ['second: following', 'first: playing', 'second: playing']);
  });

  it('changes only the preferences that are given', () => {
    const { getState, dispatch } = newStore();
    dispatch({ type: 'preferred', preferences: { view: 'lines' } });
    assert.deepEqual(getState().preferences, { ...DEFAULT_PREFERENCES, view: 'lines' });
  });
});
