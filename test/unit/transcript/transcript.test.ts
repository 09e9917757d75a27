import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { parseTranscript } from '../../../src/protocol/responses.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { transcriptLength } from '../../../src/transcript/time.js';
import { hostileData } from './arbitraries.js';
import { seededRuns } from '../../support/seeded-runs.js';

const segment = (start_ms: unknown, end_ms: unknown, text: unknown = 'words') => ({
  start_ms,
  end_ms,
  text,
});
/** Reads a service response as the element does. */
const read = (json: unknown): Transcript => normaliseTranscript(parseTranscript(json));
const times = (json: unknown) =>
  read(json).segments.map(({ start_ms, end_ms }) => [start_ms, end_ms]);

describe('normaliseTranscript after parseTranscript', () => {
  it('keeps a complete transcript unchanged', () => {
    const data = {
      text: 'Good morning. Hello.',
      language: 'en',
      duration: 4,
      segments: [
        { speaker: 'Anna', start_ms: 0, end_ms: 1500, text: 'Good morning.' },
        { speaker: 'Bob', start_ms: 1600, end_ms: 4000, text: 'Hello.', language: 'en-GB' },
      ],
    };
    assert.deepEqual(read(data), data);
  });

  it('returns an empty transcript for any other JSON value', () => {
    const empty = { text: '', language: null, duration: null, segments: [] };
    for (const value of [undefined, null, 0, 'text', [], {}, { segments: 'none', text: true }])
      assert.deepEqual(read(value), empty);
    assert.deepEqual(read({ text: 4 }), { ...empty, text: '4' });
  });

  it('sorts by start and keeps the order of segments that start together', () => {
    const data = { segments: [segment(900, 950, 'c'), segment(5, 9, 'a'), segment(5, 7, 'b')] };
    assert.deepEqual(
      read(data).segments.map(({ text }) => text),
      ['a', 'b', 'c'],
    );
  });

  it('repairs negative, inverted, missing and non-finite times', () => {
    assert.deepEqual(times({ segments: [segment(-20, 10.4)] }), [[0, 10]]);
    assert.deepEqual(times({ segments: [segment(700, 900), segment(-500, 600)] }), [
      [0, 600],
      [700, 900],
    ]);
    assert.deepEqual(times({ segments: [segment(500, 300), segment(800, 900)] }), [
      [500, 800],
      [800, 900],
    ]);
    assert.deepEqual(times({ segments: [segment(100, 200), segment(NaN, 400)] }), [
      [100, 200],
      [200, 400],
    ]);
    assert.deepEqual(times({ segments: [segment(100, Infinity)] }), [[100, 100]]);
    assert.deepEqual(times({ duration: 3, segments: [segment(100, undefined)] }), [[100, 4000]]);
    assert.deepEqual(times({ segments: [segment(1e300, 'soon')] }), [[0, 0]]);
    assert.deepEqual(times({ segments: [segment('5', '7.5')] }), [[5, 8]]);
  });

  it('drops segments without anything to see', () => {
    const texts = [
      ' \n ',
      '\0',
      null,
      '\u200b',
      '\u2060',
      '\u00ad',
      ' \u200b\n\ufeff ',
      '\u2800',
      '\u3164',
    ];
    assert.deepEqual(times({ segments: texts.map((text) => segment(0, 1, text)) }), []);
    assert.equal(read({ text: '\u200b', segments: [segment(0, 1, 'a')] }).text, 'a');
  });

  it('removes control characters from texts', () => {
    const { text, segments } = read({ text: 'a\0\x1bb', segments: [segment(0, 1, 'c\x07\x9bd')] });
    assert.deepEqual([text, segments[0]?.text], ['ab', 'cd']);
  });

  it('cuts an end after the end of the audio, but not if a segment starts after it', () => {
    assert.deepEqual(times({ duration: 10, segments: [segment(9000, 10_700)] }), [[9000, 10_700]]);
    assert.deepEqual(times({ duration: 10, segments: [segment(9000, 99_000)] }), [[9000, 11_000]]);
    assert.deepEqual(times({ duration: 10, segments: [segment(90_000, 99_000)] }), [
      [90_000, 99_000],
    ]);
    assert.deepEqual(times({ duration: 0, segments: [segment(0, 5000)] }), [[0, 5000]]);
  });

  /** Ten lines of eight seconds in a transcript of 100 s, of which one has other times. */
  const talkWith = (
    index: number,
    changes: Readonly<Record<string, unknown>>,
    duration: unknown = 100,
  ) => ({
    duration,
    segments: Array.from({ length: 10 }, (_, at) => ({
      ...segment(at * 10_000, at * 10_000 + 8_000, `line ${at}`),
      ...(at === index ? changes : {}),
    })),
  });
  const HOURS_27 = 100_000_000;

  describe('a wrong time changes its own line only', () => {
    const cases: readonly (readonly [
      string,
      Readonly<Record<string, unknown>>,
      readonly number[],
    ])[] = [
      ['an end of 27 hours', { end_ms: HOURS_27 }, [40_000, 50_000]],
      ['a start of 27 hours', { start_ms: HOURS_27 }, [38_000, 48_000]],
      ['both of 27 hours', { start_ms: HOURS_27, end_ms: HOURS_27 + 5 }, [38_000, 48_000]],
      ['an end 60 ms before the start', { end_ms: 39_940 }, [40_000, 40_360]],
      ['an end far before the start', { end_ms: 5 }, [40_000, 40_360]],
      ['a negative end', { end_ms: -1 }, [40_000, 40_360]],
      ['no end', { end_ms: NaN }, [40_000, 50_000]],
      ['no start', { start_ms: null }, [38_000, 48_000]],
      ['a negative start', { start_ms: -40_000 }, [38_000, 48_000]],
      ['start and end swapped', { start_ms: 48_000, end_ms: 40_000 }, [48_000, 48_360]],
      ['no times at all', { start_ms: undefined, end_ms: undefined }, [38_000, 48_000]],
    ];
    for (const [what, changes, expected] of cases) {
      it(what, () => {
        const good = times(talkWith(-1, {}));
        const repaired = read(talkWith(4, changes));
        const own = repaired.segments.find(({ text }) => text === 'line 4');
        assert.deepEqual([own?.start_ms, own?.end_ms], expected);
        const others = repaired.segments.filter(({ text }) => text !== 'line 4');
        assert.deepEqual(
          others.map(({ start_ms, end_ms }) => [start_ms, end_ms]),
          good.filter((_, index) => index !== 4),
        );
        assert.equal(transcriptLength(repaired), 100_000);
      });
    }

    /** Some of ten lines have wrong starts. The others must stay as they are. */
    const stay = (wrong: Readonly<Record<number, number>>, duration: unknown): void => {
      const data = talkWith(-1, {}, duration);
      const good = times(data);
      for (const [at, start] of Object.entries(wrong))
        Object.assign(data.segments[Number(at)] ?? {}, { start_ms: start, end_ms: start + 5 });
      const { segments } = read(data);
      const others = segments.filter(({ text }) => !(Number(text.slice(5)) in wrong));
      assert.deepEqual(
        others.map(({ start_ms, end_ms }) => [start_ms, end_ms]),
        good.filter((_, at) => !(at in wrong)),
      );
      for (const { text, start_ms, end_ms } of segments)
        assert.ok(end_ms <= 101_000 && start_ms <= 98_000, `${text}: ${start_ms} ${end_ms}`);
    };

    for (const duration of [100, null]) {
      it(`several starts of 27 hours, with a duration of ${String(duration)}`, () => {
        stay({ 2: HOURS_27, 5: HOURS_27 }, duration);
        stay({ 2: HOURS_27, 5: HOURS_27 + 3_000, 6: 2 * HOURS_27, 8: HOURS_27 + 1 }, duration);
        stay({ 0: HOURS_27, 9: HOURS_27 }, duration);
      });

      it(`one of two lines at 27 hours, with a duration of ${String(duration)}`, () => {
        for (const at of [0, 1]) {
          const segments = [segment(1_000, 2_000, 'one'), segment(1_000, 2_000, 'other')];
          Object.assign(segments[at] ?? {}, { start_ms: HOURS_27, end_ms: HOURS_27 + 5 });
          for (const [start = NaN, end = NaN] of times({ duration, segments }))
            assert.ok(start <= 2_000 && end <= 101_000, `${start} ${end}`);
        }
      });
    }

    it('a wrong start a minute after the recording, and others of 27 hours', () => {
      stay({ 2: HOURS_27, 5: HOURS_27 + 3_000, 7: 160_000 }, 100);
    });

    it('a single line at 27 hours: is in the recording', () => {
      assert.deepEqual(times({ duration: 100, segments: [segment(HOURS_27, HOURS_27 + 5)] }), [
        [0, 10_000],
      ]);
    });

    it('a second half that was recorded after a long pause: is right', () => {
      const at = (start: number) => segment(start, start + 1_000);
      const data = {
        duration: null,
        segments: [at(0), at(10_000), at(30_000_000), at(30_010_000), at(30_020_000)],
      };
      assert.equal(times(data)[4]?.[0], 30_020_000);
    });

    it('the last end 3 s late, and a line without a start after it: both stay in the recording', () => {
      const data = talkWith(9, { end_ms: 104_000 });
      data.segments.push({ ...segment(undefined, undefined, 'more') });
      assert.deepEqual(times(data).slice(9), [
        [90_000, 101_000],
        [101_000, 101_000],
      ]);
    });

    it('a duration that is 0, missing, too short or far too long: changes no line', () => {
      const good = times(talkWith(-1, {}));
      for (const duration of [0, null, -5, NaN, 60, 30, 100_000, 1e300])
        assert.deepEqual(times(talkWith(-1, {}, duration)), good, String(duration));
    });

    it('a wrong time without a duration: changes no other line', () => {
      for (const changes of [{ end_ms: HOURS_27 }, { end_ms: 3_600_000 }, { start_ms: HOURS_27 }]) {
        const transcript = read(talkWith(4, changes, null));
        assert.equal(transcriptLength(transcript), 98_000);
      }
    });

    it('a line without an end before a pause of an hour: does not last an hour', () => {
      const data = { duration: 4000, segments: [segment(0, NaN), segment(3_600_000, 3_601_000)] };
      assert.deepEqual(times(data)[0], [0, 10_000]);
    });

    it('a line after a pause of an hour, and people who talk at once: are right', () => {
      const data = {
        duration: 3700,
        segments: [segment(0, 60_000), segment(5_000, 6_000), segment(3_650_000, 3_660_000)],
      };
      assert.deepEqual(times(data), [
        [0, 60_000],
        [5_000, 6_000],
        [3_650_000, 3_660_000],
      ]);
    });

    it('any wrong value in any line: changes no other line', () => {
      const wrong = fc.constantFrom<unknown>(
        ...[HOURS_27, 103_000, 1e9, -1, -1e12, NaN, Infinity, null, undefined, 'soon', 1e300],
      );
      const changes = fc.oneof(
        fc.record({ start_ms: wrong }),
        fc.record({ end_ms: wrong }),
        fc.record({ start_ms: wrong, end_ms: wrong }),
      );
      const good = times(talkWith(-1, {}));
      fc.assert(
        fc.property(fc.nat(9), changes, (index, change) => {
          const { segments } = read(talkWith(index, change));
          const others = segments.filter(({ text }) => text !== `line ${index}`);
          assert.deepEqual(
            others.map(({ start_ms, end_ms }) => [start_ms, end_ms]),
            good.filter((_, at) => at !== index),
          );
          for (const { end_ms } of segments) assert.ok(end_ms <= 110_000);
        }),
        { numRuns: seededRuns(150, 1_500), seed: 44 },
      );
    });
  });

  it('builds a missing full text, without spaces between Chinese segments', () => {
    const text = (...texts: string[]) =>
      read({ text: ' ', segments: texts.map((t, at) => segment(at, at + 1, t)) }).text;
    assert.equal(text('One.', 'Two.'), 'One. Two.');
    assert.equal(text('你好。', '再见。', 'Bye.'), '你好。再见。 Bye.');
  });

  it('returns a deeply frozen transcript', () => {
    const transcript = read({ segments: [segment(0, 1)] });
    assert.ok(Object.isFrozen(transcript));
    assert.ok(Object.isFrozen(transcript.segments));
    assert.ok(Object.isFrozen(transcript.segments[0]));
  });

  it('returns sorted segments with valid times for any data, and the same transcript for its own result', () => {
    fc.assert(
      fc.property(hostileData, (data) => {
        const transcript = read(data);
        transcript.segments.forEach(({ start_ms, end_ms, text }, index) => {
          assert.ok(Number.isSafeInteger(start_ms) && Number.isSafeInteger(end_ms));
          assert.ok(start_ms >= 0 && end_ms >= start_ms);
          assert.ok(start_ms >= (transcript.segments[index - 1]?.start_ms ?? 0));
          assert.notEqual(text.trim(), '');
        });
        assert.deepEqual(normaliseTranscript(transcript), transcript);
      }),
      { numRuns: seededRuns(500, 5_000) },
    );
  });

  it('transcriptLength is the longer of the duration and the last end', () => {
    const length = (data: unknown) => transcriptLength(read(data));
    assert.equal(length({ duration: 7, segments: [segment(0, 7600), segment(10, 20)] }), 7600);
    assert.equal(length({ duration: 7, segments: [] }), 7000);
    assert.equal(length({}), 0);
  });
});
