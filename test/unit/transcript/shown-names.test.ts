import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { exportTranscript } from '../../../src/transcript/exports/export-transcript.js';
import { startHistory } from '../../../src/transcript/edits/edit-history.js';
import { speakerIdentities } from '../../../src/transcript/edits/identities.js';
import type { TranscriptEdit } from '../../../src/transcript/edits/edits.js';
import type { ExportFormat } from '../../../src/transcript/exports/formats.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import { isServiceLabel, shownName } from '../../../src/transcript/speakers.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { transcriptOf } from './arbitraries.js';

const written = async (transcript: Transcript, format: ExportFormat): Promise<string> =>
  (await exportTranscript(transcript, format)).content as string;

describe('names of speakers', () => {
  const words = { numberedSpeaker: (number: number) => `Speaker ${number}`, unknownSpeaker: '?' };

  it('are labels of the service only if they look like one', () => {
    for (const label of [
      ...['S1', 's12', 'spk_0', 'SPK-1', 'SPEAKER_00', 'speaker-2', 'speaker3', 'Guest-1', 'ch_0'],
      ...['0', '17', 'A', 'Speaker B', 'speaker_a', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
    ])
      assert.ok(isServiceLabel(label), label);
    for (const name of ['Anna', 'Bo', 'Al', 'Chi', 'So', 'Sa', 'Room 2', 'דנה', 'R2D2'])
      assert.ok(!isServiceLabel(name), name);
  });

  const talk = transcriptOf(
    [undefined, 0, 1, 'a'],
    ['spk_4', 1, 2, 'b'],
    ['Anna', 2, 3, 'c'],
    ['spk_0', 3, 4, 'd'],
  );
  const names = (...edits: readonly TranscriptEdit[]) => {
    const history = startHistory(talk, edits);
    return listSpeakers(history.current, speakerIdentities(history)).map((speaker) =>
      shownName(speaker, words),
    );
  };

  it('are numbers in order of appearance until somebody names the speaker', () => {
    assert.deepEqual(names(), ['?', 'Speaker 1', 'Anna', 'Speaker 3']);
    assert.deepEqual(names({ kind: 'rename-speaker', from: 'spk_0', to: 'Bob' }), [
      ...['?', 'Speaker 1', 'Anna', 'Bob'],
    ]);
  });

  it('keep the number of a label that says one, and give it to nobody else', () => {
    const said = transcriptOf(
      ['A', 0, 1, 'a'],
      ['Speaker 1', 1, 2, 'b'],
      ['Speaker 7', 2, 3, 'c'],
      ['B', 3, 4, 'd'],
    );
    const spoken = { ...words, numberedSpeaker: (number: number) => `Sprecher ${number}` };
    assert.deepEqual(
      listSpeakers(said).map((speaker) => shownName(speaker, spoken)),
      ['Sprecher 2', 'Sprecher 1', 'Sprecher 7', 'Sprecher 5'],
    );
  });

  it('stay as a person gave them, even if they look like labels', () => {
    assert.deepEqual(names({ kind: 'rename-speaker', from: 'spk_0', to: 'B' }).at(-1), 'B');
    assert.deepEqual(names({ kind: 'assign-speaker', segments: [3], to: 'S9' }).at(-1), 'S9');
    assert.deepEqual(
      names(
        { kind: 'rename-speaker', from: 'spk_0', to: 'Bob' },
        { kind: 'rename-speaker', from: 'Bob', to: 'spk_0' },
      ).at(-1),
      'Speaker 3',
    );
  });

  it('keep their numbers when speakers are merged', () => {
    assert.deepEqual(names({ kind: 'merge-speakers', from: 'spk_4', into: 'spk_0' }), [
      ...['?', 'Speaker 3', 'Anna'],
    ]);
  });

  it('are in every export but the data', async () => {
    const labelled = transcriptOf(['spk_7', 0, 1000, 'One.'], ['spk_2', 1000, 2000, 'Two.']);
    assert.equal(
      await written(labelled, 'txt'),
      '[0:00] Speaker 1\nOne.\n\n[0:01] Speaker 2\nTwo.\n',
    );
    for (const format of ['srt', 'vtt', 'csv'] as const) {
      const text = await written(labelled, format);
      assert.match(text, /Speaker 2/);
      assert.doesNotMatch(text, /spk_/);
    }
    assert.match(await written(labelled, 'json'), /"speaker": "spk_2"/);
    const merged = startHistory(labelled, [
      { kind: 'merge-speakers', from: 'spk_7', into: 'spk_2' },
    ]);
    const { content } = await exportTranscript(merged.current, 'txt', {
      identities: speakerIdentities(merged),
      words: { ...words, numberedSpeaker: (number) => `Sprecher ${number}` },
    });
    assert.equal(content, '[0:00] Sprecher 2\nOne. Two.\n');
  });
});
