import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { hashBlob } from '../src/hashing/hash-blob.js';
import { interleave, median, rounded, secondsOf, type Bench, type Row } from './bench.js';
import { MEBIBYTE, seededBytes, writeRepeated } from './files.js';
import { withHashInChromium } from './hash-chromium.js';
import { withTempFolder } from './temp-folder.js';

const BLOB_SIZE = 256 * MEBIBYTE;
const FILE_SIZE = 512 * MEBIBYTE;
const PART_SIZE = 5 * MEBIBYTE;
const ROUNDS = 5;

/** One way to hash: returns the duration in seconds, and throws if the hash is wrong. */
type Way = () => Promise<number>;

const nativeMd5 = async (chunks: AsyncIterable<unknown>): Promise<string> => {
  const hash = createHash('md5');
  for await (const chunk of chunks) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
};

/** As fast as Node can: one buffer, and no stream between file and hash. */
const nativeFileMd5 = async (path: string): Promise<string> => {
  const hash = createHash('md5');
  const buffer = Buffer.alloc(MEBIBYTE);
  const file = openSync(path, 'r');
  for (let read = 1; read > 0;) {
    read = readSync(file, buffer);
    hash.update(buffer.subarray(0, read));
  }
  closeSync(file);
  return hash.digest('hex');
};

const timed = async (hash: () => Promise<string>, expected: string): Promise<number> => {
  let md5 = '';
  const seconds = await secondsOf(async () => (md5 = await hash()));
  if (md5 !== expected) throw new Error(`hashed ${md5} where Node hashed ${expected}`);
  return seconds;
};

/** Runs the variants in turn, round by round. The first is the baseline. */
const compare = async (
  over: string,
  size: number,
  ways: Readonly<Record<string, Way>>,
): Promise<readonly Row[]> => {
  const seconds = await interleave(ROUNDS, ways);
  const [reference = []] = seconds.values();
  return [...seconds].map(([name, figures]) => ({
    over,
    hash: name,
    'MiB/s': Math.round(size / MEBIBYTE / median(figures)),
    'speed, node:crypto = 1': rounded(median(reference) / median(figures)),
  }));
};

/** The hashing core in Node, on a stream of the same bytes. */
const compareCore = async (bytes: Buffer<ArrayBuffer>): Promise<readonly Row[]> => {
  const blob = new Blob(Array.from({ length: BLOB_SIZE / bytes.length }, () => bytes));
  const expected = await nativeMd5(blob.stream());
  const core = (engine: 'hash-wasm' | 'spark-md5'): Promise<number> =>
    timed(async () => (await hashBlob(blob, { engine })).md5, expected);
  return compare('a blob in Node', BLOB_SIZE, {
    'node:crypto': () => timed(() => nativeMd5(blob.stream()), expected),
    'hash-wasm': () => core('hash-wasm'),
    'spark-md5': () => core('spark-md5'),
  });
};

/** The real worker in Chromium, with a file on disk. */
const compareWorker = (bytes: Buffer<ArrayBuffer>): Promise<readonly Row[]> =>
  withTempFolder('hash-bench', async (folder) => {
    const path = join(folder, 'recording.wav');
    await writeRepeated(path, FILE_SIZE, bytes);
    const native = (): Promise<string> => nativeFileMd5(path);
    const expected = await native();
    return withHashInChromium(path, join(folder, 'profile'), (hash) =>
      compare('a file, worker in Chromium', FILE_SIZE, {
        'node:crypto': () => timed(native, expected),
        'hash-wasm': () => hash('hash-wasm', null, expected),
        'hash-wasm, parts too': () => hash('hash-wasm', PART_SIZE, expected),
        'spark-md5': () => hash('spark-md5', null, expected),
        'spark-md5, parts too': () => hash('spark-md5', PART_SIZE, expected),
      }),
    );
  });

/** Compares the element's hashing with Node's own MD5, on the same bytes in the same run. */
const hashBench: Bench = async function* () {
  const bytes = seededBytes(16 * MEBIBYTE);
  const rows = [...(await compareCore(bytes)), ...(await compareWorker(bytes))];
  yield { title: 'MD5, held against Node’s own over the same bytes', rows };
};

export default hashBench;
