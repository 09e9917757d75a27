/** Makes the recordings of `test/media` with ffmpeg, in `.cache/media`. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { cache, root } from '../paths.mjs';

const run = promisify(execFile);

export const mediaFolder = `${cache}media/`;

const SPEECH = `${root}demo/samples/conversation.mp3`;
const SECONDS = 20;

const picture = ['-f', 'lavfi', '-i', `testsrc2=size=160x120:rate=10:duration=${SECONDS}`];
const speech = ['-t', `${SECONDS}`, '-i', SPEECH];
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
const vp8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '100k'];
const both = ['-map', '0:v', '-map', '1:a'];

/** The arguments of ffmpeg for each recording, without the name of the file. */
const RECORDINGS = {
  'phone.mp4': [...picture, ...speech, ...both, ...h264, '-c:a', 'aac', '-ar', '48000', '-ac', '2'],
  'camera.mov': [
    ...picture,
    ...speech,
    ...both,
    ...h264,
    '-c:a',
    'aac',
    '-ar',
    '44100',
    '-ac',
    '1',
  ],
  // Its sound begins 1.3 s after its picture.
  'late.mp4': [
    ...[...picture, '-itsoffset', '1.3', ...speech, ...both, ...h264],
    ...['-c:a', 'aac', '-ar', '48000', '-ac', '1'],
  ],
  'film.mkv': [...picture, ...speech, ...both, ...h264, '-c:a', 'aac', '-ar', '44100', '-ac', '2'],
  'raw.mov': [...picture, ...speech, ...both, ...h264, '-c:a', 'pcm_s16le', '-ar', '48000'],
  'meeting.webm': [...picture, ...speech, ...both, ...vp8, '-c:a', 'libopus', '-ac', '2'],
  'message.ogg': [...speech, '-c:a', 'libopus', '-ac', '1', '-b:a', '24k'],
  'vorbis.ogg': [...speech, '-c:a', 'libvorbis', '-ar', '44100', '-ac', '2'],
  'studio.flac': [...speech, '-c:a', 'flac', '-ar', '96000', '-ac', '2', '-sample_fmt', 's32'],
  'radio.aac': [...speech, '-c:a', 'aac', '-ar', '44100', '-ac', '2', '-f', 'adts'],
  'studio.aiff': [...speech, '-c:a', 'pcm_s24be', '-ar', '44100', '-ac', '2'],
  'clip.3gp': [...picture, ...speech, ...both, ...h264, '-c:a', 'aac', '-ar', '16000', '-ac', '1'],
  'camcorder.ts': [...picture, ...speech, ...both, ...h264, '-c:a', 'aac', '-ar', '48000'],
  'surround.mkv': [...picture, ...speech, ...both, ...h264, '-c:a', 'ac3', '-ac', '6'],
  // The voice is in the centre of six channels.
  'centre.flac': [
    ...[...speech, '-af', 'pan=5.1|FL=0*c0|FR=0*c0|FC=c0|LFE=0*c0|BL=0*c0|BR=0*c0'],
    ...['-c:a', 'flac', '-ar', '48000'],
  ],
  // A pause of 30 s after 10 s, which no packet fills.
  ...Object.fromEntries(
    [
      ['pause-opus.mkv', ['-c:a', 'libopus', '-b:a', '64k']],
      ['pause-mp3.mkv', ['-c:a', 'libmp3lame', '-b:a', '128k']],
      ['pause-flac.mkv', ['-c:a', 'flac']],
      ['pause-vorbis.mkv', ['-c:a', 'libvorbis']],
      ['pause-aac.mkv', ['-c:a', 'aac']],
    ].map(([name, coder]) => [
      name,
      [...speech, '-af', "asetpts='PTS+gte(T,10)*30/TB'", '-ac', '1', '-ar', '48000', ...coder],
    ]),
  ),
  'silent.webm': [...picture, ...vp8],
  'two-tracks.mkv': [
    ...[...picture, ...speech, '-f', 'lavfi', '-i', `sine=frequency=440:duration=${SECONDS}`],
    ...['-map', '0:v', '-map', '1:a', '-map', '2:a', ...h264, '-c:a', 'aac', '-ar', '48000'],
    ...['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu'],
  ],
};

/** Changes when a recording changes, so that all are made again. */
const VERSION = JSON.stringify(RECORDINGS);

/** Makes what is missing. Throws if there is no ffmpeg. */
export async function makeMedia() {
  const stamp = `${mediaFolder}version.json`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === VERSION) return;
  await run('ffmpeg', ['-version']).catch(() => {
    throw new Error('The tests of the conversion need ffmpeg, which is a Debian package.');
  });
  rmSync(mediaFolder, { recursive: true, force: true });
  mkdirSync(mediaFolder, { recursive: true });
  for (const [name, recipe] of Object.entries(RECORDINGS)) {
    const unfinished = `${mediaFolder}unfinished-${name}`;
    const quiet = ['-hide_banner', '-loglevel', 'error', '-bitexact', '-y'];
    await run('ffmpeg', [...quiet, ...recipe, unfinished]);
    renameSync(unfinished, mediaFolder + name);
  }
  writeFileSync(stamp, VERSION);
}
