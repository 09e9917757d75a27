/**
 * Makes the recordings of this folder from scripts.json and examples.json: `node demo/samples/make-samples.mjs`. For an
 * example, it also writes the transcript, because it knows the words and when they are spoken.
 *
 * Each line is spoken by flite or espeak-ng, brought to the same loudness, put after a pause and encoded by ffmpeg. `say`
 * is what the synthesiser reads instead of `text`, such as Arabic with vowel signs; espeak-ng reads it as SSML.
 *
 * The recordings are committed: run this only to change them. Names of files as arguments make only these. The same
 * versions of the tools give the same bytes.
 */
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = path.dirname(fileURLToPath(import.meta.url));
const run = promisify(execFile);

/** Of every voice used, in hertz. */
const SAMPLE_RATE = 16_000;
/** Root mean square of every spoken line, as a fraction of full scale (about −21 dBFS). */
const LOUDNESS = 0.09;
const LEAD_IN_MS = 300;
const LEAD_OUT_MS = 600;

const silence = (milliseconds) => new Int16Array(Math.round((milliseconds * SAMPLE_RATE) / 1000));

/** Samples of a mono 16-bit PCM WAV file. */
const readWav = (file) => {
  for (let at = 12; at + 8 <= file.length;) {
    const size = file.readUInt32LE(at + 4);
    const body = at + 8;
    const name = file.toString('latin1', at, at + 4);
    if (
      name === 'fmt ' &&
      (file.readUInt16LE(body + 2) !== 1 || file.readUInt32LE(body + 4) !== SAMPLE_RATE)
    )
      throw new Error(`This voice does not speak in mono at ${SAMPLE_RATE} Hz.`);
    if (name === 'data')
      return new Int16Array(new Uint8Array(file.subarray(body, body + size)).buffer);
    at = body + size + (size % 2);
  }
  throw new Error('the synthesiser wrote a file without samples.');
};

const atEqualLoudness = (samples) => {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const gain = (LOUDNESS * 32_768) / Math.sqrt(power);
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))));
};

/** flite ends and begins every utterance with silence of its own; pauses are ours to set. */
const withoutEdges = (samples) => {
  const audible = (sample) => Math.abs(sample) > 150;
  const margin = Math.round(0.03 * SAMPLE_RATE);
  const first = Math.max(0, samples.findIndex(audible) - margin);
  return samples.subarray(first, samples.findLastIndex(audible) + margin);
};

/** Speaks a line into a file, in mono at `SAMPLE_RATE`. `voice`: one of flite, or `espeak:` and one of espeak-ng. */
const synthesise = async ({ voice, text, say = text }, file) => {
  const [, other] = /^espeak:(.+)$/.exec(voice) ?? [];
  if (other === undefined)
    return run('flite', ['-voice', voice, '--setf', 'duration_stretch=1.0', '-t', say, '-o', file]);
  const raw = `${file}.raw.wav`;
  await run('espeak-ng', ['-m', '-v', other, '-s', '155', '-w', raw, say]);
  return run('ffmpeg', ['-v', 'error', '-y', '-i', raw, '-ar', String(SAMPLE_RATE), file]);
};

const speak = async (line, folder, index) => {
  const file = path.join(folder, `${index}.wav`);
  await synthesise(line, file);
  return atEqualLoudness(withoutEdges(readWav(await readFile(file))));
};

const encode = (samples, options, file) =>
  new Promise((resolve, reject) => {
    const input = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '1', '-i', 'pipe:0'];
    const reproducible = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:a', '+bitexact'];
    const ffmpeg = spawn(
      'ffmpeg',
      ['-v', 'error', '-y', ...input, ...options, ...reproducible, file],
      {
        stdio: ['pipe', 'inherit', 'inherit'],
      },
    );
    ffmpeg.on('error', reject);
    ffmpeg.stdin.on('error', reject);
    ffmpeg.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`ffmpeg could not write ${path.basename(file)}.`)),
    );
    ffmpeg.stdin.end(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  });

const milliseconds = (samples) => Math.round((samples * 1000) / SAMPLE_RATE);

/** The transcript in the form of the service's `data` (2.4). */
const transcriptOf = ({ language, lines, names }, spoken, length) => ({
  text: lines.map(({ text }) => text).join(' '),
  language,
  duration: Math.round(length / SAMPLE_RATE),
  segments: lines.map(({ voice, text }, index) => ({
    speaker: names[voice],
    start_ms: milliseconds(spoken[index].start),
    end_ms: milliseconds(spoken[index].end),
    text,
  })),
});

const makeRecording = async (script, folder) => {
  const pieces = [silence(LEAD_IN_MS)];
  const spoken = [];
  let length = pieces[0].length;
  for (const [index, line] of script.lines.entries()) {
    const pause = silence(line.pause ?? 0);
    const words = await speak(line, folder, index);
    const start = length + pause.length;
    length = start + words.length;
    spoken.push({ start, end: length });
    pieces.push(pause, words);
  }
  pieces.push(silence(LEAD_OUT_MS));
  length += pieces.at(-1).length;
  const samples = new Int16Array(length);
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  const target = path.join(here, script.file);
  await encode(samples, script.encode, target);
  if (script.names) {
    const transcript = transcriptOf(script, spoken, length);
    const file = target.replace(/\.\w+$/, '.json');
    await writeFile(file, `${JSON.stringify(transcript, null, 2)}\n`);
  }
  const { size } = await stat(target);
  console.log(
    `${script.file}  ${(length / SAMPLE_RATE).toFixed(1)} s  ${(size / 1024).toFixed(0)} KiB`,
  );
};

const only = process.argv.slice(2);
const folder = await mkdtemp(path.join(tmpdir(), 'samples-'));
try {
  for (const name of ['scripts.json', 'examples.json']) {
    const scripts = JSON.parse(await readFile(path.join(here, name), 'utf8'));
    for (const script of Object.values(scripts))
      if (only.length === 0 || only.includes(script.file)) await makeRecording(script, folder);
  }
} catch (error) {
  if (error.code !== 'ENOENT') throw error;
  console.error(
    `${error.path} is not installed. The recordings are committed, so this is needed only to change them.\n` +
      'On Debian or Ubuntu: sudo apt-get install flite espeak-ng ffmpeg',
  );
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
