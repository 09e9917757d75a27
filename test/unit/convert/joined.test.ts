import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FLAC, MATROSKA, MP4, WEBM, type InputFormat } from 'mediabunny';
import { joinedName } from '../../../src/convert/joined.js';
import { BudgetError, createBudget } from '../../../src/engine/audio-headers/budget.js';

type Part = string | Uint8Array<ArrayBuffer>;

const nameOf = async (format: InputFormat, ...parts: readonly Part[]): Promise<string | null> => {
  const file = new Blob([...parts]);
  return joinedName(file, format, createBudget(file.size), () => undefined);
};

/** An element with a size of one byte, or without a known size. */
const element = (id: readonly number[], content: Part[], size: 'known' | 'unknown'): Part[] => {
  const { size: length } = new Blob(content);
  return [Uint8Array.from([...id, size === 'known' ? 0x80 | length : 0xff]), ...content];
};

const HEAD = element([0x1a, 0x45, 0xdf, 0xa3], [Uint8Array.of(0x42, 0x82, 0x84), 'webm'], 'known');
const BLOCK = Uint8Array.of(0xa3, 0x85, 0x81, 0, 0, 0x80, 7);
const VOID = Uint8Array.of(0xec, 0x83, 0, 0, 0);

const matroska = (segment: 'known' | 'unknown', cluster: 'known' | 'unknown'): Part[] => [
  ...HEAD,
  ...element(
    [0x18, 0x53, 0x80, 0x67],
    element([0x1f, 0x43, 0xb6, 0x75], [BLOCK, BLOCK], cluster),
    segment,
  ),
];

describe('a joined file', () => {
  for (const [segment, cluster] of [
    ['known', 'known'],
    ['unknown', 'known'],
    ['unknown', 'unknown'],
  ] as const)
    it(`of WebM with segments of ${segment} and clusters of ${cluster} size: has a name`, async () => {
      const one = matroska(segment, cluster);
      assert.equal(await nameOf(WEBM, ...one, ...one), 'joined WebM');
      assert.equal(await nameOf(MATROSKA, ...one, VOID, ...one), 'joined Matroska');
      for (const end of [[], [VOID], [new Uint8Array(5_000)], ['TAG', new Uint8Array(125)]])
        assert.equal(await nameOf(WEBM, ...one, ...end), null);
    });

  it('of FLAC: has a name, wherever the second one begins', async () => {
    const start = new Uint8Array(42);
    start.set([0x66, 0x4c, 0x61, 0x43, 0, 0, 0, 34]);
    const last = start.with(4, 0x80);
    for (const length of [0, 900_000, 1024 * 1024 - 44, 1024 * 1024 - 42, 3_000_000]) {
      const frames = new Uint8Array(length);
      assert.equal(await nameOf(FLAC, start, frames, last, frames), 'joined FLAC', String(length));
      assert.equal(await nameOf(FLAC, start, frames, 'fLaC', frames), null, String(length));
    }
  });

  it('of other formats: is not looked for here', async () => {
    assert.equal(await nameOf(MP4, ...HEAD, ...HEAD), null);
  });

  it('is read within the budget, and says that it is read', async () => {
    const file = new Blob(['fLaC', new Uint8Array(5_000_000)]);
    let reads = 0;
    let bytes = 0;
    const budget = { ...createBudget(0), read: (more: number) => void (bytes += more) };
    assert.equal(await joinedName(file, FLAC, budget, () => (reads += 1)), null);
    assert.equal(reads, 5);
    assert.ok(bytes >= file.size && bytes < file.size * 1.1, `${bytes}`);
    const none = { ...budget, read: createBudget(NaN).read };
    await assert.rejects(
      joinedName(file, FLAC, none, () => undefined),
      BudgetError,
    );
  });
});
