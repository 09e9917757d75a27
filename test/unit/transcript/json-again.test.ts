/** A transcript that is stored as JSON and shown again is the same: names, texts and times. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from '../../support/fast-check.js';
import { parseGivenTranscript } from '../../../src/protocol/given-transcript.js';
import { toHtml } from '../../../src/server/transcript-html.js';
import { startHistory, type EditHistory } from '../../../src/transcript/edits/edit-history.js';
import { speakerIdentities } from '../../../src/transcript/edits/identities.js';
import {
  exportTranscript,
  type ExportOptions,
} from '../../../src/transcript/exports/export-transcript.js';
import {
  ENGLISH_SPEAKERS,
  namesOf,
  type SpeakerIdentities,
} from '../../../src/transcript/speakers.js';
import { normaliseTranscript, type Transcript } from '../../../src/transcript/transcript.js';
import { transcriptOf } from './arbitraries.js';
import { edited } from './random-edits.js';

/** The lines with words, as a person sees them. */
const shown = (transcript: Transcript, identities?: SpeakerIdentities) => {
  const nameOf = namesOf(transcript, identities, ENGLISH_SPEAKERS);
  return transcript.segments
    .filter(({ text }) => text !== '')
    .map(({ speaker = null, start_ms, end_ms, text }) => [nameOf(speaker), start_ms, end_ms, text]);
};

const asShown = (history: EditHistory) => shown(history.current, speakerIdentities(history));

const read = (json: unknown): Transcript => normaliseTranscript(parseGivenTranscript(json));

/** True if the times need no repair: lines end with the recording, and their times don't look like seconds. */
const isPlausible = ({ segments, duration }: Transcript): boolean => {
  const end = Math.max(...segments.map(({ end_ms }) => end_ms));
  const length = segments.reduce((sum, { text }) => sum + text.length, 0);
  return length <= 0.2 * end && (duration === null || end <= duration * 1000);
};

/** The JSON file of what is shown. */
const fileOf = async (history: EditHistory, options: ExportOptions = {}): Promise<unknown> => {
  const identities = speakerIdentities(history);
  const { content } = await exportTranscript(history.current, 'json', { identities, ...options });
  return JSON.parse(content as string);
};

/** What a page stores of an event. */
const storedOf = ({ current }: EditHistory): unknown => JSON.parse(JSON.stringify(current));

const LIKE_LABELS = [
  ...['I', 'B', 'M', 'F', '1', '2', 'S1', 'S2', 'Guest-1', 'Speaker B', 'spk_0'],
  ...['SPEAKER_09', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '__proto__', 'Anna'],
];

const talk = transcriptOf(
  ['SPEAKER_00', 0, 1000, 'Good morning.'],
  ['SPEAKER_01', 1000, 2000, 'Hello.'],
  ['SPEAKER_02', 2000, 3000, 'Hi.'],
);

const named = (...names: readonly string[]): EditHistory =>
  startHistory(
    talk,
    names.map((to, at) => ({ kind: 'rename-speaker', from: `SPEAKER_0${at}`, to })),
  );

describe('JSON of a transcript, shown again', () => {
  it('has the names that a person gave, also those that look like labels', async () => {
    for (const name of LIKE_LABELS) {
      for (const json of [await fileOf(named(name)), storedOf(named(name))]) {
        const names = shown(read(json)).map(([first]) => first);
        assert.deepEqual(names, [name, 'Speaker 2', 'Speaker 3'], name);
      }
    }
    const html = toHtml(await fileOf(named('I', 'B')));
    assert.match(html, /<bdi>I<\/bdi>[^]*<bdi>B<\/bdi>[^]*<bdi>Speaker 3<\/bdi>/);
  });

  it('has the numbers that were shown after a merge, and in a part', async () => {
    const merged = startHistory(talk, [
      { kind: 'merge-speakers', from: 'SPEAKER_00', into: 'SPEAKER_01' },
    ]);
    assert.deepEqual(shown(read(await fileOf(merged))), asShown(merged));
    const part = await fileOf(startHistory(talk), { speakers: ['SPEAKER_02'] });
    assert.deepEqual(shown(read(part)), [['Speaker 3', 2000, 3000, 'Hi.']]);
  });

  it('is the same after any corrections, and again after those of the copy', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          edited.map(({ original, edits }) => startHistory(original, edits)),
          fc.shuffledSubarray(LIKE_LABELS, { maxLength: 3 }).map((names) => named(...names)),
        ),
        async (history) => {
          fc.pre(asShown(history).length > 0 && isPlausible(history.current));
          for (const json of [await fileOf(history), storedOf(history)]) {
            const again = startHistory(read(json));
            assert.deepEqual(asShown(again), asShown(history));
            assert.deepEqual(asShown(startHistory(read(await fileOf(again)))), asShown(history));
          }
        },
      ),
    );
  });

  it('says nothing about speakers if the lines say it all', async () => {
    const keys = async (history: EditHistory) => Object.keys((await fileOf(history)) as object);
    const usual = ['text', 'language', 'duration', 'segments'];
    assert.deepEqual(await keys(startHistory(talk)), usual);
    assert.deepEqual(await keys(named('Anna')), usual);
    assert.deepEqual(await keys(named('B')), [...usual, 'speakers']);
    const nameless = (await fileOf(named('B'), { names: false })) as object;
    assert.deepEqual(Object.keys(nameless), usual);
  });

  it('is read by its lines if `speakers` is something else', () => {
    const segments = [{ speaker: 'B', start_ms: 0, end_ms: 1000, text: 'Hello.' }];
    for (const speakers of [undefined, null, 'B', {}, [null], [{ label: 'B', name: 'Ben' }], ['B']])
      assert.deepEqual(shown(read({ segments, speakers }))[0]?.[0], 'Speaker 1');
    const given = { segments, speakers: [{ speaker: 'B', number: null }] };
    assert.deepEqual(shown(read(given))[0]?.[0], 'B');
  });
});
