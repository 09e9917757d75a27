import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseTranscript } from '../../../src/protocol/responses.js';
import {
  normaliseTranscript,
  transcriptLength,
  type Transcript,
} from '../../../src/transcript/transcript.js';
import { hostileData } from './arbitraries.js';

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
    for (const value of [undefined, null, 0, 'text', [], {}, { segments: 'none', text: 4 }])
      assert.deepEqual(read(value), empty);
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

  it('drops segments without text', () => {
    const data = { segments: [segment(0, 1, ' \n '), segment(0, 1, '\0'), segment(1, 2, null)] };
    assert.deepEqual(times(data), []);
  });

  it('cuts an end after the end of the audio, but not if a segment starts after it', () => {
    assert.deepEqual(times({ duration: 10, segments: [segment(9000, 10_700)] }), [[9000, 10_700]]);
    assert.deepEqual(times({ duration: 10, segments: [segment(9000, 99_000)] }), [[9000, 11_000]]);
    assert.deepEqual(times({ duration: 10, segments: [segment(90_000, 99_000)] }), [
      [90_000, 99_000],
    ]);
    assert.deepEqual(times({ duration: 0, segments: [segment(0, 5000)] }), [[0, 5000]]);
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
      { numRuns: 300 },
    );
  });

  it('transcriptLength is the longer of the duration and the last end', () => {
    const length = (data: unknown) => transcriptLength(read(data));
    assert.equal(length({ duration: 7, segments: [segment(0, 7600), segment(10, 20)] }), 7600);
    assert.equal(length({ duration: 7, segments: [] }), 7000);
    assert.equal(length({}), 0);
  });
});
