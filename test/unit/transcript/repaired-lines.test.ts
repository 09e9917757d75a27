/** Lines that are split, joined and deleted, against a simple model: no word is lost or doubled. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  mergeCorrections,
  NO_CORRECTIONS,
  parseCorrections,
  toCorrectionsRecord,
  type CorrectionsRecord,
} from '../../../src/transcript/edits/corrections.js';
import {
  edit,
  redo,
  startHistory,
  undo,
  type EditHistory,
} from '../../../src/transcript/edits/edit-history.js';
import { EditError } from '../../../src/transcript/edits/edit-error.js';
import type { TranscriptEdit } from '../../../src/transcript/edits/edits.js';
import { heardStart } from '../../../src/transcript/edits/pauses.js';
import { estimateStart } from '../../../src/transcript/edits/estimate.js';
import { exportTranscript } from '../../../src/transcript/exports/export-transcript.js';
import { placesIn } from '../../../src/transcript/segment-ids.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { toTurns } from '../../../src/transcript/turns.js';
import { seededRandom, type SeededRandom } from '../../support/seeded-random.js';
import { seededRuns } from '../../support/seeded-runs.js';

/** Each word is there once. `overlapping`: a line may start before the line before it ends. */
const talk = (lines: number, overlapping: boolean): Transcript =>
  normaliseTranscript({
    segments: Array.from({ length: lines }, (_, line) => ({
      speaker: `S${line % 3}`,
      start_ms: line * 1_000,
      end_ms: line * 1_000 + (overlapping && line % 2 === 0 ? 2_500 : 1_000),
      text: Array.from({ length: 2 + (line % 4) }, (_unused, word) => `w${line}x${word}`).join(' '),
    })),
  });

const wordsOf = (text: string): string[] => text.split(/\s+/u).filter((word) => word !== '');
const allWords = ({ segments }: Transcript): string[] =>
  segments.flatMap(({ text }) => wordsOf(text));

/** One edit of a random line, and the words that it removes and adds. */
const randomEdit = (
  random: SeededRandom,
  { segments }: Transcript,
  name: string,
): { readonly edit: TranscriptEdit; readonly removed: string[]; readonly added: string[] } => {
  const at = random.between(0, segments.length - 1);
  const own = segments[at];
  const segment = placesIn(segments).idAt(at);
  const words = wordsOf(own?.text ?? '');
  const same = { removed: [], added: [] };
  const kind = random.pick([
    ...(['split', 'split', 'split', 'join', 'join', 'delete', 'correct', 'correct'] as const),
    ...(['assign', 'rename', 'time'] as const),
  ] as const);
  switch (kind) {
    case 'split': {
      const before = words.slice(0, random.between(0, words.length)).join(' ').length;
      const isNamed = random.chance(0.5);
      const speaker = isNamed ? { speaker: random.pick(['S0', 'S1', 'New', null] as const) } : {};
      return { edit: { kind: 'split-segment', segment, at: before, ...speaker }, ...same };
    }
    case 'join':
      return { edit: { kind: 'join-segments', segment }, ...same };
    case 'delete':
      return { edit: { kind: 'delete-segment', segment }, removed: words, added: [] };
    case 'correct': {
      const removed = random.chance(0.5) ? words.slice(0, 1) : [];
      const added = random.chance(0.7) ? [name] : [];
      const kept = words.slice(removed.length);
      const place = random.between(0, kept.length);
      const text = [...kept.slice(0, place), ...added, ...kept.slice(place)].join(' ');
      return { edit: { kind: 'correct-text', segment, text }, removed, added };
    }
    case 'assign':
      return { edit: { kind: 'assign-speaker', segments: [segment], to: 'S9' }, ...same };
    case 'rename':
      return { edit: { kind: 'rename-speaker', from: 'S1', to: `N${name}` }, ...same };
    case 'time':
      return {
        edit: { kind: 'set-start', segment, time_ms: random.between(0, 12_000) },
        ...same,
      };
  }
};

const attempt = (history: EditHistory, change: TranscriptEdit): EditHistory | null => {
  try {
    return edit(history, change);
  } catch (error) {
    if (error instanceof EditError) return null;
    throw error;
  }
};

const recordOf = ({ steps }: EditHistory): CorrectionsRecord => ({
  steps: steps.map(({ edits }) => edits),
  drafts: [],
});

const checkShape = ({ segments }: Transcript, seed: string): void => {
  const { idAt, indexOf } = placesIn(segments);
  segments.forEach(({ start_ms, end_ms }, at) => {
    assert.ok(start_ms <= end_ms, `${seed}: times of ${at}`);
    assert.ok((segments[at - 1]?.start_ms ?? 0) <= start_ms, `${seed}: order of ${at}`);
    assert.equal(indexOf(idAt(at)), at, `${seed}: name of ${at}`);
  });
};

describe('lines that are split, joined and deleted', () => {
  it(`lose and double no word in ${seededRuns(400, 10_000)} random histories with undo and redo`, async () => {
    let splits = 0;
    for (let seed = 1; seed <= seededRuns(400, 10_000); seed += 1) {
      const random = seededRandom(seed);
      const isOverlapping = random.chance(0.3);
      const original = talk(random.between(2, 6), isOverlapping);
      let history = startHistory(original);
      const past: string[][] = [allWords(original)];
      let future: string[][] = [];
      for (let step = 0; step < 12; step += 1) {
        const what = `seed ${seed}, step ${step}`;
        const luck = random.next();
        if (luck < 0.2) {
          const before = history;
          history = undo(history);
          if (history !== before) future.push(past.pop() ?? []);
        } else if (luck < 0.36) {
          const before = history;
          history = redo(history);
          if (history !== before) past.push(future.pop() ?? []);
        } else {
          const change = randomEdit(random, history.current, `n${step}`);
          const next = attempt(history, change.edit);
          if (next === null || next === history) continue;
          if (change.edit.kind === 'split-segment') splits += 1;
          const kept = (past.at(-1) ?? []).filter((word) => !change.removed.includes(word));
          past.push([...kept, ...change.added]);
          future = [];
          history = next;
        }
        const expected = [...(past.at(-1) ?? [])].sort();
        assert.deepEqual([...allWords(history.current)].sort(), expected, what);
        assert.deepEqual([...wordsOf(history.current.text)].sort(), expected, `${what}: text`);
        checkShape(history.current, what);
        const { turns } = toTurns(history.current);
        assert.equal(turns.at(-1)?.end ?? 0, history.current.segments.length, what);
        // Stored corrections are read back as they are.
        const record = toCorrectionsRecord(original, recordOf(history));
        const stored: unknown = JSON.parse(JSON.stringify(record));
        assert.deepEqual(parseCorrections(stored, original), recordOf(history), what);
      }
      if (seed % 50 !== 0) continue;
      const { content } = await exportTranscript(history.current, 'txt');
      const exported = wordsOf(String(content)).filter((word) => /^(?:w\d|n\d)/.test(word));
      assert.deepEqual(exported.sort(), [...(past.at(-1) ?? [])].sort(), `seed ${seed}: export`);
    }
    assert.ok(splits > 200, `${splits} splits`);
  });

  it('merge the work of two tabs without doubling or losing a word', () => {
    let dropped = 0;
    let typed = 0;
    for (let seed = 1; seed <= seededRuns(400, 10_000); seed += 1) {
      const random = seededRandom(seed);
      const original = talk(3, random.chance(0.2));
      const removed = new Set<string>();
      const added = new Set<string>();
      const work = (from: EditHistory, tab: string, count: number): EditHistory => {
        let history = from;
        for (let step = 0; step < count; step += 1) {
          const change = randomEdit(random, history.current, `${tab}${step}`);
          const next = attempt(history, change.edit);
          if (next === null || next === history) continue;
          history = next;
          for (const word of change.removed) removed.add(word);
          for (const word of change.added) added.add(word);
        }
        return history;
      };
      const shared = work(startHistory(original), 'b', random.between(0, 3));
      const away = random.chance(0.2) ? undo(shared) : shared;
      const theirs = work(random.chance(0.2) ? undo(shared) : shared, 't', random.between(0, 4));
      const ours = work(away, 'o', random.between(0, 4));
      const merged = mergeCorrections(original, {
        base: recordOf(shared),
        ours: recordOf(ours),
        theirs: recordOf(theirs),
      });
      const { current } = startHistory(original, merged.steps);
      checkShape(current, `seed ${seed}`);
      const words = allWords(current);
      assert.equal(
        new Set(words).size,
        words.length,
        `seed ${seed}: doubled in ${words.join(' ')}`,
      );
      for (const word of allWords(original))
        assert.ok(words.includes(word) || removed.has(word), `seed ${seed}: lost ${word}`);
      const left = [...added].filter((word) => !removed.has(word) && !words.includes(word));
      typed += added.size;
      dropped += left.length;
    }
    // Words are left out only where two tabs changed one line in ways that exclude each other, or undid each other.
    assert.ok(dropped < typed / 3, `${dropped} of ${typed} typed words were left out`);
  });

  it('keep the speaker that one gave to a line which the other has split', () => {
    const original = normaliseTranscript({
      segments: [
        { speaker: 'A', start_ms: 0, end_ms: 4_000, text: 'Good morning. How are you?' },
        { speaker: 'A', start_ms: 4_000, end_ms: 5_000, text: 'Fine.' },
      ],
    });
    const merged = mergeCorrections(original, {
      base: NO_CORRECTIONS,
      ours: { steps: [[{ kind: 'assign-speaker', segments: [0, 1], to: 'C' }]], drafts: [] },
      theirs: {
        steps: [[{ kind: 'split-segment', segment: 0, at: 14, speaker: 'B' }]],
        drafts: [],
      },
    });
    const { current } = startHistory(original, merged.steps);
    assert.deepEqual(
      current.segments.map(({ speaker }) => speaker),
      ['C', 'C', 'C'],
    );
  });

  it('do not double the words of a line that one corrected and the other joined with the one before', () => {
    const original = normaliseTranscript({
      segments: ['One.', 'Two.'].map((text, at) => ({
        ...{ speaker: 'A', text, start_ms: 1_000 * at, end_ms: 1_000 * at + 900 },
      })),
    });
    const merged = mergeCorrections(original, {
      base: NO_CORRECTIONS,
      ours: { steps: [[{ kind: 'correct-text', segment: 1, text: 'Two, typed.' }]], drafts: [] },
      theirs: { steps: [[{ kind: 'join-segments', segment: 1 }]], drafts: [] },
    });
    const { current } = startHistory(original, merged.steps);
    assert.deepEqual(
      current.segments.map(({ text }) => text),
      ['One. Two.', ''],
    );
  });

  it('join the parts of a line again for a text that another tab typed for all of it', () => {
    const original = normaliseTranscript({
      segments: [{ speaker: 'A', start_ms: 0, end_ms: 4_000, text: 'Good morning. How are you?' }],
    });
    const merged = mergeCorrections(original, {
      base: NO_CORRECTIONS,
      ours: {
        steps: [
          [{ kind: 'correct-text', segment: 0, text: 'Good morning, Eve. How are you now?' }],
        ],
        drafts: [],
      },
      theirs: {
        steps: [[{ kind: 'split-segment', segment: 0, at: 14, speaker: 'B' }]],
        drafts: [],
      },
    });
    const { current } = startHistory(original, merged.steps);
    assert.deepEqual(
      current.segments.map(({ speaker, text }) => [speaker, text]),
      [
        ['A', 'Good morning, Eve. How are you now?'],
        ['B', ''],
      ],
    );
  });
});

describe('split-segment', () => {
  const one = normaliseTranscript({
    segments: [
      { speaker: 'A', start_ms: 1_000, end_ms: 5_000, text: 'One two three four', language: 'en' },
      { speaker: 'A', start_ms: 6_000, end_ms: 7_000, text: 'Five.' },
    ],
  });
  const split = (at: number, more: object = {}) =>
    edit(startHistory(one), { kind: 'split-segment', segment: 0, at, ...more });

  it('names the new part after the line and the offset, and estimates its start', () => {
    const { segments } = split(8, { speaker: 'B' }).current;
    assert.deepEqual(segments.slice(0, 2), [
      { speaker: 'A', start_ms: 1_000, end_ms: 2_600, text: 'One two', language: 'en' },
      {
        ...{ speaker: 'B', start_ms: 2_600, end_ms: 5_000, text: 'three four', language: 'en' },
        ...{ id: '0.8', start_estimated: true },
      },
    ]);
    assert.equal(placesIn(segments).idAt(2), 1);
  });

  it('takes a time, which is no estimate unless the edit says so', () => {
    const exact = split(8, { time_ms: 3_000 }).current.segments[1];
    assert.equal(exact?.start_ms, 3_000);
    assert.equal(exact.start_estimated, undefined);
    const heard = split(8, { time_ms: 3_000, estimated: true }).current.segments[1];
    assert.equal(heard?.start_estimated, true);
    assert.equal(split(8, { time_ms: 90_000 }).current.segments[1]?.start_ms, 5_000);
  });

  it('is refused where a part would have no words, or within a letter', () => {
    for (const at of [-1, 0, 18, 19, 1.5, NaN]) assert.throws(() => split(at), EditError, `${at}`);
    const face = normaliseTranscript({
      segments: [{ start_ms: 0, end_ms: 1, text: '🙂é' }],
    });
    for (const at of [1, 3])
      assert.throws(
        () => edit(startHistory(face), { kind: 'split-segment', segment: 0, at }),
        (error) => error instanceof EditError && error.problem === 'split-misplaced',
      );
  });

  it('can be repeated at the same offset after the first part has grown', () => {
    const twice: readonly TranscriptEdit[] = [
      { kind: 'split-segment', segment: 0, at: 4 },
      { kind: 'correct-text', segment: 0, text: 'One and more' },
      { kind: 'split-segment', segment: 0, at: 4 },
      { kind: 'correct-text', segment: '0.5', text: 'and much more' },
    ];
    const { segments } = twice.reduce(edit, startHistory(one)).current;
    assert.deepEqual(
      segments.map(({ id, text }) => [id, text]),
      [
        [undefined, 'One'],
        ['0.5', 'and much more'],
        ['0.4', 'two three four'],
        [undefined, 'Five.'],
      ],
    );
  });

  it('lets later edits of other lines keep their index', () => {
    const history = edit(split(8), { kind: 'correct-text', segment: 1, text: 'Six.' });
    assert.deepEqual(
      history.current.segments.map(({ text }) => text),
      ['One two', 'three four', 'Six.'],
    );
    assert.equal(history.current.text, 'One two three four Six.');
  });

  it('has its time set by set-start, between the starts of its neighbours', () => {
    const at = (time_ms: number) =>
      edit(split(8), { kind: 'set-start', segment: '0.8', time_ms }).current.segments;
    assert.deepEqual(
      at(3_333).map(({ start_ms, end_ms }) => [start_ms, end_ms]),
      [
        [1_000, 3_333],
        [3_333, 5_000],
        [6_000, 7_000],
      ],
    );
    assert.equal(at(3_333)[1]?.start_estimated, undefined);
    assert.equal(at(0)[1]?.start_ms, 1_000);
    assert.equal(at(9_999)[1]?.start_ms, 5_000);
    const first = { kind: 'set-start', segment: 0, time_ms: 5 } as const;
    assert.throws(() => edit(startHistory(one), first), EditError);
  });

  it('is reversed by join-segments, also after an undo and a redo', () => {
    const joined = edit(split(8, { speaker: 'B' }), { kind: 'join-segments', segment: '0.8' });
    for (const history of [joined, redo(undo(joined))])
      assert.deepEqual(
        history.current.segments.map(({ text, start_ms, end_ms }) => [text, start_ms, end_ms]),
        [
          ['One two three four', 1_000, 5_000],
          ['', 2_600, 5_000],
          ['Five.', 6_000, 7_000],
        ],
      );
    assert.throws(() => edit(startHistory(one), { kind: 'join-segments', segment: 0 }), EditError);
  });
});

describe('the estimated start of a part', () => {
  const line = { start_ms: 0, end_ms: 10_000, text: 'aaaa bbbb. cccc dddd eeee' };

  it('follows the letters, with time for the pause after a sentence', () => {
    assert.equal(estimateStart(line, 11), 5_000);
    assert.equal(estimateStart({ ...line, text: '- -' }, 2), 6_667);
  });

  it('moves to the pause nearby if the loudness is known', () => {
    const levels = Uint8Array.from({ length: 500 }, (_, at) => (at >= 265 && at < 280 ? 4 : 120));
    assert.equal(heardStart(line, 11, { bucketMs: 20, levels }), 5_500);
    // Too far away, too short, or too coarse to tell.
    const far = Uint8Array.from({ length: 500 }, (_, at) => (at < 20 ? 4 : 120));
    assert.equal(heardStart(line, 11, { bucketMs: 20, levels: far }), 5_000);
    const short = Uint8Array.from({ length: 500 }, (_, at) => (at === 260 ? 4 : 120));
    assert.equal(heardStart(line, 11, { bucketMs: 20, levels: short }), 5_000);
    assert.equal(heardStart(line, 11, { bucketMs: 500, levels }), 5_000);
  });
});
