import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { describeFolder } from '../../../scripts/files.js';
import { recordingBytes, unmeasuredWave } from '../../support/recording.js';

describe('npm run files', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
    await mkdir(join(folder, 'calls'));
    await writeFile(join(folder, 'calls', 'anna.wav'), recordingBytes(32_044));
    await writeFile(join(folder, 'calls', 'muted.wav'), unmeasuredWave(400));
    await writeFile(join(folder, 'notes.txt'), 'no recording');
    await writeFile(join(folder, 'song.ogg'), 'OggS');
  });
  after(() => rm(folder, { recursive: true }));

  const linesOf = async (hasNames: boolean): Promise<string[]> => {
    const lines: string[] = [];
    for await (const line of describeFolder(folder, hasNames)) lines.push(line);
    return lines;
  };

  it('prints format, length, sound and verdict of each file', async () => {
    assert.deepEqual(await linesOf(true), [
      'calls/anna.wav | wav | 0:01 | heard | accepted',
      'calls/muted.wav | wav | length unknown | silent | accepted',
      'notes.txt | text | length unknown | not measured | “notes.txt” is a text file. Choose an MP3, M4A or WAV file.',
      'song.ogg | Ogg | length unknown | not measured | accepted after a conversion',
    ]);
  });

  it('prints no names if asked', async () => {
    const lines = await linesOf(false);
    assert.equal(lines.length, 4);
    assert.match(lines[2] ?? '', /^3 \| text .*“3” is a text file/);
    assert.doesNotMatch(lines.join(), /anna|muted|notes|song/);
  });
});
