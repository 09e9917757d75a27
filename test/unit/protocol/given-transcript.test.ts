import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseGivenTranscript } from '../../../src/protocol/given-transcript.js';
import { ContractError } from '../../../src/protocol/read.js';
import { normaliseTranscript } from '../../../src/transcript/transcript.js';

const line = { speaker: 'S1', start_ms: 0, end_ms: 1_000, text: 'Good morning.' };
const next = { speaker: 'S2', start_ms: 1_000, end_ms: 2_500, text: 'Hello.' };
const data = { text: 'Good morning. Hello.', language: 'en', duration: 3, segments: [line, next] };

const mistake = (given: unknown): string => {
  try {
    parseGivenTranscript(given);
  } catch (error) {
    if (error instanceof ContractError) return error.message;
  }
  return '';
};

describe('a transcript that a page gives', () => {
  it('is the data of a task, the whole task, or what 1.0.0 gave with transcribe-ready', () => {
    const stored: unknown = JSON.parse(JSON.stringify(normaliseTranscript(data)));
    const event = { isTrusted: false, item: null, transcriptionId: 't', transcript: stored };
    const task = { transcription_id: 't', status: 'SUCCESS', data };
    for (const given of [data, stored, event, { ...event, rawTranscript: data }, task])
      assert.deepEqual(parseGivenTranscript(given).segments, data.segments);
  });

  it('may have no speech, no names, no language and no length', () => {
    assert.deepEqual(parseGivenTranscript({ segments: [] }).segments, []);
    assert.equal(parseGivenTranscript({ text: 'Hello.' }).text, 'Hello.');
    assert.deepEqual(
      parseGivenTranscript({ language: null, duration: null, segments: [{ ...line, speaker: 1 }] }),
      { text: '', language: null, duration: null, segments: [{ ...line, speaker: '1' }] },
    );
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ['text', JSON.stringify(data), 'transcript must be an object, not a string: use JSON.parse()'],
    ['a list', [line], 'transcript must be an object, not an array: use { segments: […] }'],
    ['null', null, 'transcript must be an object'],
    ['no segments', { words: [] }, 'transcript.segments is missing'],
    ['an object of segments', { segments: { 0: line } }, 'transcript.segments must be an array'],
    ['a line that is text', { segments: ['Hello.'] }, 'transcript.segments[0] must be an object'],
    [
      'a number as text',
      { segments: [line, { ...line, text: 7 }] },
      'transcript.segments[1].text must be a string',
    ],
    [
      'no text',
      { segments: [{ start_ms: 0, end_ms: 1 }] },
      'transcript.segments[0].text is missing',
    ],
    [
      'a speaker as an object',
      { segments: [{ ...line, speaker: {} }] },
      'transcript.segments[0].speaker must be a string',
    ],
    [
      'a duration as text',
      { ...data, duration: '3' },
      'transcript.duration must be a number of seconds',
    ],
    [
      'no times',
      { segments: [{ text: 'Hello.' }] },
      'transcript.segments[0].start_ms must be a number of milliseconds',
    ],
    [
      'times with other names',
      { segments: [{ text: 'Hello.', start: 0.5, end: 1.5 }] },
      'transcript.segments[0].start is not read: give start_ms and end_ms, in milliseconds from the start of the recording',
    ],
    [
      'seconds',
      {
        segments: [
          { ...line, end_ms: 1.2 },
          { ...next, start_ms: 1.2, end_ms: 2.5 },
        ],
      },
      'transcript.segments[0].start_ms must be in milliseconds: these times look like seconds',
    ],
    ['a task', { data: { segments: [{}] } }, 'transcript.data.segments[0].text is missing'],
  ];
  for (const [what, given, message] of wrong)
    it(`tells the developer about ${what}`, () => {
      assert.equal(mistake(given), message);
    });

  it('of 60,000 lines is read', () => {
    const segments = Array.from({ length: 60_000 }, (_, at) => ({
      ...{ speaker: 'S1', text: 'A line of speech.' },
      ...{ start_ms: at * 3_000, end_ms: at * 3_000 + 2_900 },
    }));
    assert.equal(parseGivenTranscript({ segments }).segments.length, 60_000);
  });
});
