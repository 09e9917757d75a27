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

/** A tone whose pitch tells the time: 300 Hz at the start, 30 Hz more each second. */
const TONE_SECONDS = 60;
const tone = [
  ...['-f', 'lavfi', '-i'],
  `aevalsrc='0.3*sin(2*PI*(300*t+15*t*t))':s=44100:d=${TONE_SECONDS}`,
];
/** From 15 s to 40 s with noise above the tone, so that a variable bit rate varies. */
const unevenTone = [
  ...[...tone, '-f', 'lavfi', '-i'],
  `anoisesrc=r=44100:a=0.5:d=${TONE_SECONDS}:seed=1,highpass=f=6000:p=2`,
  ...['-filter_complex', "[1]volume='between(t,15,40)':eval=frame[n];[0][n]amix=normalize=0"],
];
const other = (seconds) => ['-f', 'lavfi', '-i', `sine=frequency=100:duration=${seconds}`];
const longPicture = ['-f', 'lavfi', '-i', 'testsrc2=size=160x120:rate=10:duration=75'];
const noIndex = ['-write_xing', '0', '-id3v2_version', '0'];

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
  'tone.mp3': [...tone, '-c:a', 'libmp3lame', '-b:a', '128k'],
  'tone-vbr.mp3': [...unevenTone, '-c:a', 'libmp3lame', '-q:a', '4', ...noIndex],
  'tone-xing.mp3': [...unevenTone, '-c:a', 'libmp3lame', '-q:a', '4'],
  'tone-telephone.mp3': [...tone, '-c:a', 'libmp3lame', '-ar', '16000', '-b:a', '24k', ...noIndex],
  'tone-first.mp3': [...unevenTone, '-t', '25', '-c:a', 'libmp3lame', '-b:a', '64k'],
  'tone-second.mp3': [...unevenTone, '-ss', '25', '-c:a', 'libmp3lame', '-b:a', '160k'],
  'tone-mono.mp3': [...tone, '-t', '25', '-c:a', 'libmp3lame', '-b:a', '64k'],
  'tone-stereo.mp3': [...tone, '-ss', '25', '-c:a', 'libmp3lame', '-ac', '2', '-b:a', '128k'],
  'tone-slow.mp3': [...tone, '-ss', '25', '-c:a', 'libmp3lame', '-ar', '22050', '-b:a', '64k'],
  'tone.aac': [...unevenTone, '-c:a', 'aac', '-f', 'adts'],
  'tone.m4a': [...tone, '-c:a', 'aac'],
  'tone-picture.mp4': [...longPicture, ...tone, '-map', '0', '-map', '1', ...h264, '-c:a', 'aac'],
  'tone-late.m4a': ['-itsoffset', '3', ...tone, '-c:a', 'aac'],
  'tone-tracks.m4a': [...tone, ...other(90), '-map', '0', '-map', '1', '-c:a', 'aac'],
  'tone-rf64.wav': [...tone, '-c:a', 'pcm_s16le', '-rf64', 'always'],
  'tone.wav': [...tone, '-c:a', 'pcm_s16le', '-ar', '16000'],
  // Codings of call recorders.
  'tone-ima.wav': [...tone, '-c:a', 'adpcm_ima_wav', '-ar', '16000'],
  'tone-ms.wav': [...tone, '-c:a', 'adpcm_ms', '-ar', '16000', '-ac', '2'],
  'tone-mp3.wav': [...unevenTone, '-c:a', 'libmp3lame', '-q:a', '4'],
  'tone-double.wav': [...tone, '-c:a', 'pcm_f64le', '-ar', '16000'],
  'tone-fragments.m4a': [...tone, '-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'],
  // As a browser records: without a length and without an index.
  'tone.webm': [...tone, '-ar', '48000', '-c:a', 'libopus', '-live', '1'],
  'tone-opus.mp4': [...tone, '-ar', '48000', '-c:a', 'libopus'],
  'tone-first.ogg': [...tone, '-t', '25', '-c:a', 'libvorbis'],
  'tone-second.ogg': [...tone, '-ss', '25', '-c:a', 'libvorbis', '-serial_offset', '7'],
  'take.caf': [...speech, '-c:a', 'pcm_s24le', '-ar', '44100', '-ac', '2'],
  'take.w64': [...speech, '-c:a', 'pcm_s16le', '-ar', '44100', '-ac', '2'],
  'take.au': [...speech, '-c:a', 'pcm_f32be', '-ar', '44100', '-ac', '2'],
  'take.aifc': [...speech, '-c:a', 'pcm_mulaw', '-ar', '16000', '-ac', '1', '-f', 'aiff'],
  // Codings at the limits of decoders.
  'low.ogg': [...speech, '-c:a', 'libvorbis', '-ar', '6000', '-ac', '1'],
  'low.flac': [...speech, '-c:a', 'flac', '-ar', '6000', '-ac', '1'],
  'deep.flac': [...speech, '-c:a', 'flac', '-sample_fmt', 's32', '-strict', 'experimental'],
  'low.aac': [...speech, '-c:a', 'aac', '-ar', '7350', '-ac', '1', '-f', 'adts'],
  'layer-2.ts': [...speech, '-c:a', 'mp2', '-ar', '48000'],
  'flac.ogg': [...speech, '-c:a', 'flac'],
  'speex.ogg': [...speech, '-c:a', 'libspeex', '-ar', '16000', '-ac', '1'],
  'alaw.mov': [...speech, '-c:a', 'pcm_alaw', '-ar', '8000', '-ac', '1'],
  // The core of HE-AAC: half the rate.
  'tone-core.m4a': [...tone, '-c:a', 'aac', '-ar', '22050'],
};

const read = (name) => readFileSync(mediaFolder + name);

/** Says in the header of an AAC file that its rate is doubled, as in HE-AAC (ISO/IEC 14496-3, 1.6.5). */
const withSbr = (file) => {
  const extension = Buffer.from([0x56, 0xe5, 0x00]);
  const at = file.indexOf(extension);
  if (at < 0 || file.indexOf(extension, at + 1) >= 0) throw new Error('This is no AAC of ffmpeg.');
  // It is there, and the rate is 44,100 Hz.
  file[at + 2] = 0x80 | (4 << 3);
  return file;
};

/** The position of a name in a file. */
const find = (file, name) => {
  const at = file.indexOf(name, 0, 'latin1');
  if (at < 0) throw new Error(`There is no ${name}.`);
  return at;
};

/** Leaves out the first three seconds by the edit list, as an app does that trims a recording. */
const trimmed = (file) => {
  const [edit, scale] = [find(file, 'elst') + 16, find(file, 'mdhd') + 16];
  file.writeUInt32BE(file.readUInt32BE(edit) + 3 * file.readUInt32BE(scale), edit);
  const length = find(file, 'elst') + 12;
  for (const at of [length, find(file, 'mvhd') + 20, find(file, 'tkhd') + 24]) {
    file.writeUInt32BE(file.readUInt32BE(at) - 3000, at);
  }
  return file;
};

/** Sound in front of the index, with a size of 64 bits. */
const withLongSize = (file) => {
  const at = find(file, 'mdat') - 4;
  const size = file.readUInt32BE(at);
  file.writeUInt32BE(1, at - 8);
  file.write('mdat', at - 4, 'latin1');
  file.writeBigUInt64BE(BigInt(size + 8), at);
  return file;
};

/** An ID3 tag with a picture of 900 kB, which has what looks like frames. */
const cover = () => {
  const size = 900_000;
  const digits = [21, 14, 7, 0].map((bits) => (size >> bits) & 127);
  const picture = Buffer.alloc(size, Uint8Array.from([0xff, 0xfb, 0x90, 0x44, 9, 9, 9]));
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...digits]), picture]);
};

const tag = () => Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);

/** Says half the frames, as after two files were joined by a tool that keeps the first header. */
const withHalfCount = (file) => {
  const at = find(file, 'Xing') + 8;
  file.writeUInt32BE(Math.floor(file.readUInt32BE(at) / 2), at);
  return file;
};

/** As a program writes it that cannot go back to the header. */
const withoutSizes = (file) => {
  file.writeUInt32LE(0xffffffff, 4);
  file.writeUInt32LE(0xffffffff, find(file, 'data') + 4);
  return file;
};

/** Recordings that are made of others. */
const MADE = {
  'tone-trimmed.m4a': () => trimmed(read('tone.m4a')),
  'tone-long-size.m4a': () => withLongSize(read('tone.m4a')),
  'tone-cover.mp3': () => Buffer.concat([cover(), read('tone-vbr.mp3'), tag()]),
  'tone-half-count.mp3': () => withHalfCount(read('tone-xing.mp3')),
  'tone-garbage.mp3': () => Buffer.concat([Buffer.alloc(30_000, 'HTTP '), read('tone-vbr.mp3')]),
  'tone-chained.ogg': () => Buffer.concat([read('tone-first.ogg'), read('tone-second.ogg')]),
  'tone-stream.wav': () => withoutSizes(read('tone-double.wav')),
  'tone-joined.mp3': () => Buffer.concat([read('tone-first.mp3'), read('tone-second.mp3')]),
  'tone-channels.mp3': () => Buffer.concat([read('tone-mono.mp3'), read('tone-stereo.mp3')]),
  'tone-rates.mp3': () => Buffer.concat([read('tone-mono.mp3'), read('tone-slow.mp3')]),
  'tone-he.m4a': () => withSbr(read('tone-core.m4a')),
};

/** Changes when a recording changes, so that all are made again. */
const VERSION = JSON.stringify([
  RECORDINGS,
  Object.values(MADE).map(String),
  [withSbr, trimmed, withLongSize, cover, tag, withHalfCount, withoutSizes].map(String),
]);

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
  for (const [name, make] of Object.entries(MADE)) writeFileSync(mediaFolder + name, make());
  writeFileSync(stamp, VERSION);
}
