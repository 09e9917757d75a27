/** From voiceprints to speaker turns. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { attribute, speakerOf } from '../../../demo/sandbox/recognition/speakers/attribute.js';
import {
  absorbSmall,
  clustersAfter,
  dot,
  mergesOf,
  type Vector,
} from '../../../demo/sandbox/recognition/speakers/clustering.js';
import { groupVoices } from '../../../demo/sandbox/recognition/speakers/group-voices.js';
import {
  partition,
  turnsOf,
  windowsOver,
} from '../../../demo/sandbox/recognition/speakers/partition.js';
import { seededRandom } from '../../support/seeded-random.js';

const random = seededRandom(5);
const gauss = (): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

const unit = (values: readonly number[]): Vector => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

const DIMENSIONS = 64;
const direction = (): Vector => unit(Array.from({ length: DIMENSIONS }, gauss));

/**
 * Voiceprints of voices that take turns. All share one direction (the channel), each has its own, and no two windows
 * are the same. Weights apply to squares, so they sum to cosines.
 */
const voiceprints = (
  voices: number,
  windows: number,
  { channel, own }: { readonly channel: number; readonly own: number },
): readonly Vector[] => {
  const shared = direction();
  const each = Array.from({ length: voices }, direction);
  return Array.from({ length: windows }, (_, index) => {
    const noise = direction();
    const voice = each[index % voices] ?? shared;
    return unit(
      Array.from(
        noise,
        (value, at) =>
          Math.sqrt(channel) * (shared[at] ?? 0) +
          Math.sqrt(own) * (voice[at] ?? 0) +
          Math.sqrt(1 - channel - own) * value,
      ),
    );
  });
};

const meanSimilarity = (
  vectors: readonly Vector[],
  a: readonly number[],
  b: readonly number[],
): number => {
  const vector = (index: number): Vector => vectors[index] ?? new Float32Array(DIMENSIONS);
  const all = a.flatMap((i) => b.map((j) => dot(vector(i), vector(j))));
  return all.reduce((sum, value) => sum + value, 0) / all.length;
};

/** Compares all pairs of clusters repeatedly. */
const slowMerges = (vectors: readonly Vector[]): readonly number[] => {
  let clusters = vectors.map((_, index) => [index]);
  const similarities: number[] = [];
  while (clusters.length > 1) {
    let best = { value: -Infinity, a: clusters[0] ?? [], b: clusters[1] ?? [] };
    for (const [index, a] of clusters.entries())
      for (const b of clusters.slice(index + 1)) {
        const value = meanSimilarity(vectors, a, b);
        if (value > best.value) best = { value, a, b };
      }
    similarities.push(best.value);
    clusters = clusters.filter((cluster) => cluster !== best.a && cluster !== best.b);
    clusters.push([...best.a, ...best.b]);
  }
  return similarities;
};

test('clustering: the nearest-neighbour chain merges the same clusters as a search over all pairs', () => {
  for (const count of [2, 3, 10, 25]) {
    const vectors = Array.from({ length: count }, direction);
    const merges = mergesOf(vectors);
    const expected = slowMerges(vectors);
    assert.equal(merges.length, count - 1);
    for (const [index, { similarity }] of merges.entries())
      assert.ok(Math.abs(similarity - (expected[index] ?? NaN)) < 1e-5);
  }
  assert.deepEqual(mergesOf([]), []);
  assert.deepEqual(mergesOf([direction()]), []);
});

test('clustering: identical vectors do not make the chain loop', () => {
  const same = direction();
  const vectors = Array.from({ length: 40 }, () => same);
  const merges = mergesOf(vectors);
  assert.equal(merges.length, 39);
  assert.equal(clustersAfter(vectors, merges, 39).length, 1);
});

test('clustering: the result is a partition in order of appearance', () => {
  const vectors = Array.from({ length: 20 }, direction);
  const merges = mergesOf(vectors);
  for (const count of [0, 5, 19]) {
    const clusters = clustersAfter(vectors, merges, count);
    assert.equal(clusters.length, 20 - count);
    const members = clusters.flatMap((cluster) => cluster.members);
    assert.deepEqual(
      [...members].sort((a, b) => a - b),
      vectors.map((_, index) => index),
    );
    const firsts = clusters.map((cluster) => cluster.members[0] ?? -1);
    assert.deepEqual(
      firsts,
      [...firsts].sort((a, b) => a - b),
    );
  }
});

test('clustering: counts the voices, with a strong or a weak common channel', () => {
  for (const weights of [
    { channel: 0.7, own: 0.22 },
    { channel: 0.5, own: 0.35 },
    { channel: 0.05, own: 0.55 },
  ])
    for (const voices of [1, 2, 3, 4]) {
      const clusters = partition(voiceprints(voices, 24, weights));
      const label = `${voices} voices, ${JSON.stringify(weights)}`;
      assert.equal(clusters.length, voices, label);
      for (const { members } of clusters)
        assert.equal(new Set(members.map((index) => index % voices)).size, 1, label);
    }
  assert.equal(partition([]).length, 0);
  assert.equal(partition([direction()]).length, 1);
});

/** Vectors with the given dot products, by Cholesky decomposition. */
const vectorsWith = (products: readonly (readonly number[])[]): readonly Vector[] => {
  const rows: number[][] = [];
  for (const [row, line] of products.entries()) {
    const values: number[] = products.map(() => 0);
    for (let column = 0; column <= row; column += 1) {
      const other = column === row ? values : (rows[column] ?? []);
      const known = values.reduce(
        (sum, value, at) => sum + (at < column ? value * (other[at] ?? 0) : 0),
        0,
      );
      const rest = (line[column] ?? 0) - known;
      values[column] = column === row ? Math.sqrt(rest) : rest / (other[column] ?? 1);
    }
    rows.push(values);
  }
  return rows.map((values) => Float32Array.from(values));
};

test('clustering: one speaker stays one (five short clips of human speech, as measured)', () => {
  const measured = [
    [1, 0.578, 0.808, 0.461, 0.551],
    [0.578, 1, 0.607, 0.556, 0.731],
    [0.808, 0.607, 1, 0.585, 0.627],
    [0.461, 0.556, 0.585, 1, 0.632],
    [0.551, 0.731, 0.627, 0.632, 1],
  ];
  const vectors = vectorsWith(measured);
  assert.ok(
    Math.abs(dot(vectors[1] ?? new Float32Array(), vectors[4] ?? new Float32Array()) - 0.731) <
      1e-5,
  );
  assert.equal(partition(vectors, { speechMs: () => 2_000, independent: () => true }).length, 1);
});

test('clustering: one speaker whose voice drifts stays one, as no merge is a large step', () => {
  // Neighbours have a similarity of 0.71, and each further window a little less.
  const vectors = vectorsWith(
    Array.from({ length: 12 }, (_, a) =>
      Array.from({ length: 12 }, (_b, b) => (a === b ? 1 : 0.74 - 0.015 * Math.abs(a - b))),
    ),
  );
  assert.equal(partition(vectors).length, 1);
});

test('clustering: a voice that hardly speaks is merged into the most similar one', () => {
  const vectors = voiceprints(3, 7, { channel: 0, own: 0.9 });
  const clusters = clustersAfter(vectors, mergesOf(vectors), 4);
  assert.deepEqual(
    clusters.map(({ members }) => members),
    [
      [0, 3, 6],
      [1, 4],
      [2, 5],
    ],
  );
  const left = absorbSmall(
    clusters,
    ({ members }) => (members.includes(2) ? members.length : 5),
    3,
  );
  assert.equal(left.length, 2);
  assert.equal(absorbSmall(clusters, () => 0, 1).length, 1);
  assert.deepEqual(
    absorbSmall(clusters, () => 1, 1),
    clusters,
  );
});

test('windows: cover an interval, and each moment is decided once', () => {
  const speech = [
    { startMs: 100, endMs: 3_900 },
    { startMs: 5_000, endMs: 13_200 },
  ];
  const windows = windowsOver(speech);
  assert.equal(windows.filter(({ interval }) => interval === 0).length, 1);
  for (const [interval, { startMs, endMs }] of speech.entries()) {
    const own = windows.filter((window) => window.interval === interval);
    assert.ok(own.every((window) => window.startMs >= startMs && window.endMs <= endMs));
    const edges = own.flatMap(({ decides }) => [decides.startMs, decides.endMs]);
    assert.deepEqual([edges[0], edges.at(-1)], [startMs, endMs]);
    for (let index = 1; index + 1 < edges.length; index += 2)
      assert.equal(edges[index], edges[index + 1]);
    if (interval === 1) assert.ok(own.every((it) => it.endMs - it.startMs === 3_000));
  }
});

test('speaker change within an interval: counts if it lasts', () => {
  const windows = windowsOver([{ startMs: 0, endMs: 15_000 }]);
  assert.equal(windows.length, 9);
  const turns = (labels: string) =>
    turnsOf(windows, (index) => Number(labels[index])).map(({ speaker }) => speaker);
  assert.deepEqual(turns('000000000'), [0]);
  assert.deepEqual(turns('000011111'), [0, 1]);
  assert.deepEqual(turns('000010000'), [0]);
  assert.deepEqual(turns('001100222'), [0, 1, 0, 2]);
  assert.deepEqual(turns('010101010'), [0]);
});

/** The speakers of intervals of 5 s, and of one of 0.8 s, with this much of the second voice. */
const speakersAround = (before: string, share: number, after: string): readonly number[] => {
  const voice = (second: number): Vector => unit([1 - second, second]);
  const long = (name: string) => ({ ms: 5_000, vector: voice(name === 'a' ? 0 : 1) });
  const parts = [...before].map(long);
  parts.push({ ms: 800, vector: voice(share) }, ...[...after].map(long));
  const speech = parts.map(({ ms }, index) => ({
    startMs: index * 9_000,
    endMs: index * 9_000 + ms,
  }));
  const vectors = windowsOver(speech).flatMap(({ interval }) => parts[interval]?.vector ?? []);
  return groupVoices({ speech, vectors, rank: 0 }).turns.map(({ speaker }) => speaker);
};

test('backchannel: joins the turn that it interrupts, unless it is clearly another voice', () => {
  assert.deepEqual(speakersAround('aba', 0.51, 'ab'), [0, 1, 0, 0, 0, 1]);
  assert.deepEqual(speakersAround('aba', 0.7, 'ab'), [0, 1, 0, 1, 0, 1]);
  // It interrupts nobody here, so the more similar voice gets it.
  assert.deepEqual(speakersAround('aba', 0.51, 'ba'), [0, 1, 0, 1, 1, 0]);
  assert.deepEqual(speakersAround('aba', 0.51, ''), [0, 1, 0, 1]);
});

const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs });

test('utterance: is split at the pause nearest to the speaker change', () => {
  const words = [
    word('are', 0, 300),
    word('you', 300, 1_800),
    word('there', 1_900, 2_600),
    word('yes', 3_100, 3_400),
    word('I', 3_400, 3_500),
    word('am', 3_500, 6_000),
  ];
  const utterance = { startMs: 0, endMs: 6_000, text: 'Are you there yes I am', words };
  const turns = [
    { startMs: 0, endMs: 2_200, speaker: 0 },
    { startMs: 2_200, endMs: 6_000, speaker: 1 },
  ];
  assert.deepEqual(attribute([utterance], turns), [
    { startMs: 0, endMs: 2_600, text: 'Are you there', speaker: 'SPEAKER_01' },
    { startMs: 3_100, endMs: 6_000, text: 'Yes I am', speaker: 'SPEAKER_02' },
  ]);
  const { words: _, ...whole } = utterance;
  assert.deepEqual(attribute([{ ...whole, language: 'en' }], turns), [
    { ...whole, speaker: 'SPEAKER_02', language: 'en' },
  ]);
  assert.deepEqual(attribute([utterance], []), [whole]);
});

test('speaker of a range: the one who speaks most of it, or none', () => {
  const turns = [
    { startMs: 0, endMs: 1_000, speaker: 0 },
    { startMs: 2_000, endMs: 2_900, speaker: 1 },
    { startMs: 3_000, endMs: 3_500, speaker: 0 },
  ];
  assert.equal(speakerOf({ startMs: 500, endMs: 4_000 }, turns), 0);
  assert.equal(speakerOf({ startMs: 900, endMs: 3_000 }, turns), 1);
  assert.equal(speakerOf({ startMs: 1_000, endMs: 2_000 }, turns), undefined);
});
