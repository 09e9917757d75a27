/** The subtitles of any transcript, read back by ffprobe: the player of a video shows the cues that were planned. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { toCues } from '../../src/transcript/exports/cues.js';
import { exportTranscript } from '../../src/transcript/exports/export-transcript.js';
import { normaliseTranscript, type Transcript } from '../../src/transcript/transcript.js';
import fc from '../support/fast-check.js';
import { leadInSubRip, namedTranscripts } from '../unit/transcript/arbitraries.js';

const run = promisify(execFile);

let folder = '';
before(async () => (folder = await mkdtemp(join(tmpdir(), 'subtitles-'))));
after(() => rm(folder, { recursive: true }));

interface Packet {
  readonly pts_time: string;
  readonly duration_time: string;
}

const inMs = (seconds: string): number => Math.round(Number(seconds) * 1_000);

/** The times of the cues that ffprobe finds, in ms. */
const readBack = async (transcript: Transcript, format: 'srt' | 'vtt') => {
  const path = join(folder, `read.${format}`);
  const { content } = await exportTranscript(transcript, format);
  await writeFile(path, content as string);
  const wanted = ['-v', 'error', '-show_entries', 'packet=pts_time,duration_time', '-of', 'json'];
  const { stdout, stderr } = await run('ffprobe', [...wanted, path]);
  assert.equal(stderr, '');
  const { packets } = JSON.parse(stdout) as { readonly packets: readonly Packet[] };
  return packets.map((one) => {
    const start = inMs(one.pts_time);
    return [start, start + inMs(one.duration_time)] as const;
  });
};

const planned = (transcript: Transcript, format: 'srt' | 'vtt') =>
  toCues(transcript, format === 'srt' ? leadInSubRip : undefined).map(
    ({ start_ms, end_ms }) => [start_ms, end_ms] as const,
  );

/** At most 99 hours: SubRip has two digits for them. */
const spoken = namedTranscripts.filter(
  ({ segments }) => segments.length > 0 && segments.every(({ end_ms }) => end_ms < 359_000_000),
);

const sorted = (cues: readonly (readonly [number, number])[]) =>
  [...cues].sort(([start, end], [other, otherEnd]) => start - other || end - otherEnd);

for (const format of ['srt', 'vtt'] as const) {
  test(`${format}: any transcript has the planned cues, none shorter than a frame of 25 a second`, async () => {
    await fc.assert(
      fc.asyncProperty(spoken, async (transcript) => {
        const read = await readBack(transcript, format);
        assert.deepEqual(sorted(read), sorted(planned(transcript, format)));
        for (const [start, end] of read) assert.ok(end - start >= 40, `${start} to ${end}`);
      }),
      { numRuns: 30 },
    );
  });

  test(`${format}: a line of no length is seen for as long as it takes to read`, async () => {
    const text = 'And this was said in no time at all, wasn’t it?';
    const transcript = normaliseTranscript({
      segments: [
        { start_ms: 3_010, end_ms: 3_010, text },
        { start_ms: 6_000, end_ms: 8_000, text: 'Yes, it was.' },
      ],
    });
    const [first = [0, 0]] = await readBack(transcript, format);
    assert.equal(first[0], 3_010);
    assert.ok(first[1] - first[0] > 1_500 && first[1] <= 6_000, String(first[1]));
  });
}
