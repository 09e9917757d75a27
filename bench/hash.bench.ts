import { createHash, randomFillSync } from 'node:crypto';
import { hashBlob } from '../src/worker/hash-blob.js';
import { median, secondsOf, type Bench } from './bench.js';

const MEBIBYTE = 1024 ** 2;
const SIZE = 256 * MEBIBYTE;
const ROUNDS = 5;

type Hash = (blob: Blob) => Promise<string>;

const native: Hash = async (blob) => {
  const hash = createHash('md5');
  for await (const chunk of blob.stream()) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
};

const ways: Readonly<Record<string, Hash>> = {
  'node:crypto': native,
  'hash-wasm': async (blob) => (await hashBlob(blob, { engine: 'hash-wasm' })).md5,
  'spark-md5': async (blob) => (await hashBlob(blob, { engine: 'spark-md5' })).md5,
};

/** The hashing core beside Node's own MD5, over the stream of the same bytes, round by round. */
const hashBench: Bench = async () => {
  const part = randomFillSync(Buffer.alloc(16 * MEBIBYTE));
  const blob = new Blob(Array.from({ length: SIZE / part.length }, () => part));
  const expected = await native(blob);

  const seconds = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, hash] of Object.entries(ways)) {
      let md5 = '';
      seconds.get(name)?.push(await secondsOf(async () => (md5 = await hash(blob))));
      if (md5 !== expected) throw new Error(`${name} hashed ${md5}, Node ${expected}`);
    }
  }

  const reference = median(seconds.get('node:crypto') ?? []);
  return [...seconds].map(([name, figures]) => ({
    engine: name,
    'MiB/s': Math.round(SIZE / MEBIBYTE / median(figures)),
    'time, node:crypto = 1': Number((median(figures) / reference).toFixed(2)),
  }));
};

export default hashBench;
