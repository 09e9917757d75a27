/**
 * Speaks the phrases of phrases.json into phrases.wav: `node conformance/recordings/make-phrases.mjs`.
 *
 * The recording is committed: run this only to change it. It needs flite (`sudo apt-get install flite`) and writes the
 * same bytes with the same version (2.2-5 of Debian 12). The licence of the voices is in demo/samples/README.md.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const place = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Of both voices, in Hz. */
const SAMPLE_RATE = 16_000;
/** Root mean square of each phrase, as a fraction of full scale. */
const LOUDNESS = 0.09;
const HEADER_BYTES = 44;

/** The samples of a phrase without the silence at its edges, at the same loudness as all others. */
const speak = async ({ voice, text }, folder) => {
  const file = join(folder, 'phrase.wav');
  await run('flite', ['-voice', voice, '--setf', 'duration_stretch=1.0', '-t', text, '-o', file]);
  const bytes = (await readFile(file)).subarray(HEADER_BYTES);
  const samples = new Int16Array(new Uint8Array(bytes).buffer);
  const audible = (sample) => Math.abs(sample) > 150;
  const margin = 0.03 * SAMPLE_RATE;
  const cut = samples.subarray(
    Math.max(0, samples.findIndex(audible) - margin),
    samples.findLastIndex(audible) + margin,
  );
  const power = cut.reduce((sum, sample) => sum + sample * sample, 0) / cut.length;
  const gain = (LOUDNESS * 32_768) / Math.sqrt(power);
  return cut.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))));
};

const header = (size) => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(HEADER_BYTES - 8 + size, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(SAMPLE_RATE, 24);
  bytes.writeUInt32LE(SAMPLE_RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(size, 40);
  return bytes;
};

const phrases = JSON.parse(await readFile(place('phrases.json'), 'utf8'));
const folder = await mkdtemp(join(tmpdir(), 'phrases-'));
try {
  const spoken = [];
  for (const phrase of phrases) spoken.push(await speak(phrase, folder));
  const data = Buffer.concat(
    spoken.map((samples) => Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)),
  );
  await writeFile(place('phrases.wav'), Buffer.concat([header(data.length), data]));
  const measured = phrases.map(({ voice, text }, index) => ({
    voice,
    text,
    samples: spoken[index].length,
  }));
  await writeFile(place('phrases.json'), `${JSON.stringify(measured, null, 2)}\n`);
  console.log(`${(data.length / 2 / SAMPLE_RATE).toFixed(1)} s, ${data.length} bytes`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
