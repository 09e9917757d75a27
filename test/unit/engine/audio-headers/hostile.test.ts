/** For any bytes, header parsing returns quickly and never throws. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from '../../../support/fast-check.js';
import { detectAudioFormat } from '../../../../src/engine/audio-headers/detect-format.js';
import { checkFile } from '../../../../src/engine/session/prepare.js';
import { TranscribeError } from '../../../../src/protocol/errors.js';
import { FILE_TYPES } from '../../../../src/protocol/types.js';
import {
  bytes,
  fileType,
  id3,
  sparse,
  u32,
  waveFormat,
  whole,
  zeros,
  type CountingSource,
} from './builders.js';
import { seededRuns } from '../../../support/seeded-runs.js';

const RUNS = 1500;
const { signal } = new AbortController();

const REAL = [
  'vbr.mp3',
  'fragmented.m4a',
  'index-at-end.m4a',
  'film-with-sound.mp4',
  'rf64.wav',
].map((name) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url))));
const HEADS = [
  bytes('RIFF', u32(0), 'WAVE', waveFormat(1, 8000, 8000)),
  fileType('M4A '),
  id3(30),
  bytes([0xff, 0xfb, 0x90, 0x64]),
  bytes(),
];

const holds = async (source: CountingSource): Promise<void> => {
  const format = await detectAudioFormat(source);
  if (format.kind === 'audio') {
    const { durationSeconds: seconds } = format;
    assert.ok(FILE_TYPES.includes(format.fileType));
    assert.ok(seconds === null || (Number.isFinite(seconds) && seconds > 0), String(seconds));
  }
  assert.ok(source.cost.reads <= 64, `${source.cost.reads} reads`);
  assert.ok(source.cost.bytes <= 256 * 1024, `${source.cost.bytes} bytes`);
};

const offset = (content: Uint8Array) => fc.nat({ max: content.length });

const flipped = fc.constantFrom(...REAL).chain((content) =>
  fc
    .array(fc.tuple(offset(content), fc.integer({ min: 0, max: 255 })), { maxLength: 30 })
    .map((changes) => {
      const changed = content.slice();
      for (const [at, value] of changes) changed[at] = value;
      return changed;
    }),
);

const cut = fc
  .constantFrom(...REAL)
  .chain((content) => fc.tuple(offset(content), offset(content)))
  .chain(([from, to]) =>
    fc
      .constantFrom(...REAL)
      .map((content) => content.slice(Math.min(from, to), Math.max(from, to))),
  );

const random = fc
  .tuple(fc.constantFrom(...HEADS), fc.uint8Array({ maxLength: 20_000 }))
  .map((parts) => bytes(...parts));

/** Boxes and chunks with any name and size. */
const structured = fc
  .tuple(
    fc.constantFrom(...HEADS),
    fc.array(
      fc.tuple(
        fc.constantFrom(0, 1, 7, 8, 9, 16, 24, 100, 0xffffffff, 0x80000000),
        fc.constantFrom('moov', 'trak', 'mdia', 'mdhd', 'hdlr', 'mvex', 'data', 'fmt ', 'fact'),
        fc.uint8Array({ maxLength: 40 }),
      ),
      { maxLength: 40 },
    ),
  )
  .map(([head, boxes]) =>
    bytes(head, ...boxes.flatMap(([size, name, content]) => [u32(size), name, content])),
  );

describe('broken or malicious file', () => {
  const kinds = { flipped, cut, random, structured };
  for (const [name, content] of Object.entries(kinds)) {
    it(`${name}: returns a result after few reads`, () =>
      fc.assert(
        fc.asyncProperty(content, (it) => holds(whole(it))),
        { numRuns: RUNS },
      ));
  }

  it('random bytes at random offsets of a file of any size: returns a result after few reads', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(structured, flipped),
        fc.integer({ min: 0, max: 2 ** 45 }),
        (content, more) => holds(sparse(content.length + more, [0, content])),
      ),
      { numRuns: RUNS },
    ));

  it('checkFile: rejects with a TranscribeError, or accepts', () =>
    fc.assert(
      fc.asyncProperty(fc.oneof(structured, flipped, cut, random), async (content) => {
        const file = new File([bytes(content)], 'a.mp3');
        await checkFile(file, {}, () => Promise.reject(new Error('not asked')), signal).catch(
          (error: unknown) => assert.ok(error instanceof TranscribeError, String(error)),
        );
      }),
      { numRuns: seededRuns(100, 1_000) },
    ));

  const loops: readonly (readonly [string, CountingSource])[] = [
    ['chunks without content', sparse(2 ** 40, [0, bytes('RIFF????WAVE')])],
    ['tags without end', whole(bytes(...Array.from({ length: 40_000 }, () => id3(0))))],
    [
      'boxes within boxes',
      whole(bytes(fileType('M4A '), u32(0), 'moov', u32(0), 'trak', zeros(9))),
    ],
    [
      'boxes without content',
      whole(
        bytes(fileType('M4A '), ...Array.from({ length: 50_000 }, () => bytes(u32(8), 'free'))),
      ),
    ],
    [
      'tracks without content',
      whole(
        bytes(
          ...[fileType('M4A '), u32(0), 'moov'],
          ...Array.from({ length: 50_000 }, () => bytes(u32(8), 'trak')),
        ),
      ),
    ],
    [
      'tracks that reach beyond themselves',
      whole(
        bytes(
          ...[fileType('M4A '), u32(0), 'moov'],
          ...Array.from({ length: 50_000 }, () => bytes(u32(16), 'trak', u32(2 ** 31), 'mdia')),
        ),
      ),
    ],
    [
      'a sync at every byte',
      whole(new Uint8Array(300_000).map((_, at) => [0xff, 0xfb, 0x90, 0xff][at % 4] ?? 0)),
    ],
    ['nothing but ones', whole(new Uint8Array(300_000).fill(0xff))],
  ];
  for (const [what, source] of loops) {
    it(`${what}: returns`, () => holds(source));
  }

  it('file shorter than its size says: returns', async () => {
    const full = REAL[0] ?? bytes();
    const read = (at: number, length: number): Promise<Uint8Array> =>
      Promise.resolve(full.subarray(at, Math.min(900, at + length)));
    const format = await detectAudioFormat({ size: full.length * 100, read });
    assert.equal(format.kind, 'audio');
  });

  it('text and zeros, with a tag or without: are never taken for a recording', async () => {
    const letters = fc
      .string({ unit: 'grapheme', maxLength: 3000 })
      .map((text) => bytes(new TextEncoder().encode(text)));
    const utf16 = fc
      .string({ maxLength: 3000 })
      .map((text) => bytes([0xff, 0xfe], ...[...text].map((it) => [it.charCodeAt(0), 0])));
    const empty = fc.nat(70_000).map(zeros);
    await fc.assert(
      fc.asyncProperty(fc.oneof(letters, utf16, empty), fc.boolean(), async (content, isTagged) => {
        const format = await detectAudioFormat(whole(isTagged ? bytes(id3(20), content) : content));
        assert.equal(format.kind, 'unsupported');
      }),
      { numRuns: seededRuns(100, 1_000), seed: 44 },
    );
  });
});
