import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { describeFolder } from '../../../scripts/files.js';
import { recordingBytes, unmeasuredWave } from '../../support/recording.js';
import { bytes, FRAME, frame, u16, u32, zeros } from '../engine/audio-headers/builders.js';

const FIXTURES = new URL('../engine/audio-headers/fixtures/', import.meta.url);

/** A second of silence: 8 kHz, 8 bits, mono. */
const aiff = (frames: number): Uint8Array =>
  bytes(
    ...['FORM', u32(frames + 46), 'AIFFCOMM', u32(18), u16(1), u32(frames), u16(8)],
    ...[[0x40, 0x0b, 0xfa, 0, 0, 0, 0, 0, 0, 0], 'SSND', u32(frames + 8), zeros(8), zeros(frames)],
  );

describe('npm run files', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'files-'));
    await mkdir(join(folder, 'calls'));
    await writeFile(join(folder, 'calls', 'anna.wav'), recordingBytes(32_044));
    await writeFile(join(folder, 'calls', 'muted.wav'), unmeasuredWave(400));
    await writeFile(join(folder, 'notes.txt'), 'no recording');
    await writeFile(join(folder, 'song.ogg'), 'OggS');
    await writeFile(join(folder, 'memo.amr'), '#!AMR\n');
    for (const name of ['fragmented.m4a', 'film-without-sound.mp4', 'raw.aac'])
      await copyFile(new URL(name, FIXTURES), join(folder, name));
    await writeFile(join(folder, 'radio.aiff'), aiff(8_000));
    // Frames of 44.1 kHz with two bit rates.
    await writeFile(
      join(folder, 'vbr.mp3'),
      bytes(
        ...Array.from({ length: 40 }, () => [frame(FRAME), frame({ rate: 5, size: 208 })]).flat(),
      ),
    );
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
      'film-without-sound.mp4 | silent-video | length unknown | not measured | “film-without-sound.mp4” is a video without sound. Choose an MP3, M4A or WAV file.',
      'fragmented.m4a | m4a | 0:01 | not measured | accepted after a conversion',
      'memo.amr | AMR | length unknown | not measured | This browser can’t convert “memo.amr” (AMR). Save it as an MP3, M4A or WAV file in another app, then choose that file.',
      'notes.txt | text | length unknown | not measured | “notes.txt” is a text file. Choose an MP3, M4A or WAV file.',
      'radio.aiff | AIFF | 0:01 | not measured | accepted after a conversion',
      'raw.aac | AAC | 0:00 | not measured | accepted after a conversion',
      'song.ogg | Ogg | length unknown | not measured | This browser can’t convert “song.ogg” (Ogg). Save it as an MP3, M4A or WAV file in another app, then choose that file.',
      'vbr.mp3 | mp3 | 0:02 | not measured | accepted',
    ]);
  });

  it('prints no names if asked', async () => {
    const lines = await linesOf(false);
    assert.equal(lines.length, 10);
    assert.match(lines[5] ?? '', /^6 \| text .*“6” is a text file/);
    assert.doesNotMatch(lines.join(), /anna|muted|notes|song/);
  });

  it('goes on after a file that cannot be read', async () => {
    const own = await mkdtemp(join(tmpdir(), 'files-'));
    try {
      for (const name of ['a.wav', 'b.wav', 'c.wav'])
        await writeFile(join(own, name), recordingBytes(32_044));
      const lines: string[] = [];
      for await (const line of describeFolder(own, false)) {
        lines.push(line);
        if (lines.length === 1) await rm(join(own, 'b.wav'));
      }
      assert.deepEqual(lines.slice(1), ['2 | can’t be read', '3 | wav | 0:01 | heard | accepted']);
    } finally {
      await rm(own, { recursive: true });
    }
  });
});
