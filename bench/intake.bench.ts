import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { rounded, type Bench, type Row } from './bench.js';
import { withChromium, type OpenPage } from './browsers.js';
import { MEBIBYTE } from './files.js';
import type { IntakePage } from './intake-page.js';
import { withTempFolder } from './temp-folder.js';
import { watchHeap } from './upload-heap.js';

type Global = { intakePage: IntakePage };

const HOUR = 3_600;
const speech = new URL('../demo/samples/conversation.mp3', import.meta.url).pathname;

/** A minute of pictures at 4 Mbit/s, filled up to that rate. An hour has 1.8 GB, like a phone's video. */
const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=10'];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-x264opts', 'nal-hrd=cbr'];
const rate = ['-b:v', '4M', '-minrate', '4M', '-maxrate', '4M', '-bufsize', '8M'];

const make = (path: string, ...recipe: readonly string[]) =>
  promisify(execFile)('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', ...recipe, path]);

const sound = ['-stream_loop', '-1', '-i', speech];
const minute = ['-t', '60'];

/** Repeats a minute 60 times. */
const hourOf = (file: string): readonly string[] => [
  ...['-stream_loop', '59', '-i', file, '-map', '0', '-c', 'copy'],
];

const convert = async (
  open: OpenPage,
  name: string,
  file: string,
  path: '/' | '/strict/' = '/',
): Promise<Row> => {
  const page = await open(path, file);
  const stopHeap = await watchHeap(page);
  const { seconds, fromBytes, toBytes, isOnDisk } = await page.evaluate(() =>
    (globalThis as unknown as Global).intakePage.convert(),
  );
  const heap = await stopHeap();
  await page.close();
  return {
    recording: name,
    'MB before': rounded(fromBytes / 1e6, 0),
    'MB after': rounded(toBytes / 1e6, 0),
    seconds: rounded(seconds, 1),
    '× real time': rounded(HOUR / seconds, 0),
    'MB/s read': rounded(fromBytes / 1e6 / seconds, 0),
    'page, peak − start, MiB': rounded(heap.pagePeak / MEBIBYTE, 1),
    'worker, peak, MiB': rounded(heap.workersPeak / MEBIBYTE, 1),
    disk: isOnDisk ? 'yes' : 'no',
  };
};

/** Converts an hour of video, whose sound is copied, and an hour of audio, which is encoded. Needs ffmpeg. */
const intakeBench: Bench = async function* () {
  const rows = await withTempFolder('intake-bench', async (folder) => {
    const [mp4, ogg] = [join(folder, 'hour.mp4'), join(folder, 'hour.ogg')];
    const [shortMp4, shortOgg] = [join(folder, 'minute.mp4'), join(folder, 'minute.ogg')];
    const aac = ['-c:a', 'aac', '-ac', '2', '-ar', '48000'];
    await make(shortMp4, ...picture, ...sound, ...h264, ...rate, ...aac, ...minute);
    await make(shortOgg, ...sound, '-c:a', 'libopus', '-b:a', '32k', '-ac', '1', ...minute);
    await make(mp4, ...hourOf(shortMp4));
    await make(ogg, ...hourOf(shortOgg));
    return withChromium(
      { pageFile: 'intake-page.ts', profile: join(folder, 'profile') },
      async (open) => [
        await convert(open, 'video, AAC: copied', mp4),
        await convert(open, 'Ogg Opus: encoded', ogg),
        // Without WebAssembly, there is no encoder.
        await convert(open, 'Ogg Opus: to WAV', ogg, '/strict/'),
      ],
    );
  });
  yield { title: 'From an hour of another file to m4a', rows };
};

export default intakeBench;
