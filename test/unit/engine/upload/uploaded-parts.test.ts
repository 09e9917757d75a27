import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../../../src/engine/session/session-events.js';
import { md5OfEtag, newJob, verifiedJob, type Job } from '../../../../src/engine/session/job.js';
import {
  bytesPerSecond,
  compareEtag,
  createUploadedParts,
  NO_ETAG_CHECK,
  observeSpeed,
  startSpeed,
} from '../../../../src/engine/upload/uploaded-parts.js';
import type { Part } from '../../../../src/engine/upload/part.js';
import type { UploadPlan } from '../../../../src/protocol/types.js';
import { wavFile } from '../../../support/scripted-session.js';

const md5 = (digit: number): string => String(digit).repeat(32);
const MEBIBYTE = 1024 * 1024;
const PARTS = 9;

/** An upload of nine parts. The MD5 of each part but the ninth is known: its number, repeated. */
const start = ({ partSize = 1, query = '' } = {}) => {
  let nowMs = 0;
  const told: string[] = [];
  const sending: Extract<SessionEvent, { type: 'sending' }>[] = [];
  const plan: UploadPlan = {
    FileId: 'f',
    UploadId: 'u',
    ChunkSize: partSize,
    Parts: Array.from({ length: PARTS }, (_, index) => ({
      PartNumber: index + 1,
      PresignedUrl: `https://storage.test/${index + 1}${query}`,
    })),
  };
  const part = (number: number): Part => ({
    number,
    start: (number - 1) * partSize,
    end: number * partSize,
    url: `https://storage.test/${number}${query}`,
  });
  const known = Array.from({ length: PARTS - 1 }, (_, index) => index + 1);
  const parts = createUploadedParts({
    job: {
      plan,
      plannedAtMs: 0,
      etags: new Map(),
      partMd5s: new Map(known.map((n) => [`${(n - 1) * partSize}-${n * partSize}`, md5(n)])),
    },
    size: PARTS * partSize,
    clock: { now: () => nowMs },
    report: (event) => {
      if (event.type === 'part-refuted') told.push(`refuted ${event.partNumber}`);
      if (event.type === 'etags-opaque') told.push('opaque');
      if (event.type === 'sending') sending.push(event);
    },
    onDamaged: ({ code }) => told.push(code),
  });
  return {
    parts,
    told,
    plan,
    part,
    sending,
    store: (number: number, etag: string) => parts.addStored(part(number), etag),
    sendAt: (ms: number, sentBytes: number) => {
      nowMs = ms;
      parts.setSent(part(1), sentBytes);
    },
  };
};

describe('UploadedParts: a host whose ETags are MD5s', () => {
  it('ignores an ETag of another form once one has matched', () => {
    const { told, store } = start();
    store(1, `"${md5(1)}"`);
    store(2, '"abc-1"');
    store(3, `"${md5(7)}"`);
    assert.deepEqual(told, ['refuted 3']);
  });

  it('compares a part once it is both stored and hashed, whichever comes last', () => {
    const { told, store, parts, part } = start();
    store(1, `"${md5(1)}"`);
    store(9, `"${md5(7)}"`);
    assert.deepEqual(told, []);
    const point = { bytes: 9, md5: md5(0), state: { engine: 'e', bytes: new Uint8Array() } };
    parts.addHashed({ ...part(9), md5: md5(9), point });
    assert.deepEqual(told, ['refuted 9']);
    assert.equal(parts.checkpoint(), point);
  });
});

describe('UploadedParts: a host whose ETags are not MD5s', () => {
  it('is detected once: at the first ETag of another form, or at the second mismatch', () => {
    for (const [etags, expected] of [
      [['"abc-1"', '"abc-2"', `"${md5(7)}"`], ['opaque']],
      [
        [`"${md5(7)}"`, `"${md5(8)}"`, `"${md5(9)}"`],
        ['refuted 1', 'opaque'],
      ],
    ] as const) {
      const { told, store, parts } = start();
      assert.equal(parts.wantsPartMd5(), true);
      etags.forEach((etag, index) => store(index + 1, etag));
      assert.deepEqual(told, expected);
      assert.equal(parts.wantsPartMd5(), false, 'its parts need no hash of their own');
    }
  });
});

describe('UploadedParts: hashing slower than sending', () => {
  it('by more than 16 MiB: stops hashing single parts, even after it has caught up', () => {
    const { parts, sendAt } = start({ partSize: 32 * MEBIBYTE });
    sendAt(0, 16 * MEBIBYTE);
    assert.equal(parts.wantsPartMd5(), true);
    sendAt(0, 16 * MEBIBYTE + 1);
    assert.equal(parts.wantsPartMd5(), false);
    parts.setHashedBytes(32 * MEBIBYTE);
    assert.equal(parts.wantsPartMd5(), false);
  });
});

describe('UploadedParts: a plan', () => {
  it('lists the ETags of all parts for the completion, and throws while one is missing', () => {
    const { parts, store } = start();
    for (let number = 1; number < PARTS; number++) store(number, `"${md5(number)}"`);
    assert.throws(() => parts.partList(), /part 9 has no ETag/);
    store(9, '"last"');
    assert.equal(parts.hasStored(), true);
    assert.deepEqual(parts.partList().at(-1), { PartNumber: 9, ETag: '"last"' });
  });

  it('lists ETags as the host knows them, not as a proxy spells them', () => {
    const { parts, store } = start();
    for (let number = 1; number <= PARTS; number++) store(number, `W/"${md5(number)}-gzip"`);
    assert.deepEqual(parts.partList()[0], { PartNumber: 1, ETag: `"${md5(1)}"` });
  });

  it('that expired loses its ETags, but keeps the MD5s for the next plan', () => {
    const upload = start();
    upload.store(1, `"${md5(1)}"`);
    upload.parts.losePlan();
    assert.equal(upload.parts.plan(), null);
    upload.parts.startPlan(upload.plan);
    assert.equal(upload.parts.hasStored(), false);
    upload.store(2, `"${md5(7)}"`);
    assert.deepEqual(upload.told, ['refuted 2']);
  });

  it('that does not cover the file is plan-invalid', () => {
    const { parts, plan } = start();
    assert.throws(
      () => parts.startPlan({ ...plan, Parts: plan.Parts.slice(1) }),
      ({ code }: { code: string }) => code === 'plan-invalid',
    );
  });
});

describe('UploadedParts: progress', () => {
  const partSize = 1_000_000;

  it('is reported at most ten times a second, and at the end of each part', () => {
    const { sending, sendAt } = start({ partSize });
    for (let ms = 1; ms <= 1_000; ms++) sendAt(ms, ms * 900);
    assert.ok(sending.length >= 9 && sending.length <= 11, String(sending.length));
    sendAt(1_001, partSize);
    assert.equal(sending.at(-1)?.sentBytes, partSize);
  });

  it('is late if, at this speed, the addresses expire before the end', () => {
    for (const [query, late] of [
      ['', false],
      ['?X-Amz-Expires=80', true],
      ['?X-Amz-Expires=100', false],
    ] as const) {
      const { sending, sendAt } = start({ partSize, query });
      // 100 bytes per ms: nine million take 90 s.
      for (let ms = 100; ms <= 1_000; ms += 100) sendAt(ms, ms * 100);
      assert.equal(sending.at(-1)?.late, late, query);
    }
  });

  it('is a number if a library has replaced reduce, as Prototype.js 1.6 does', (t) => {
    const { reduce } = Array.prototype;
    t.after(() => (Array.prototype.reduce = reduce));
    Array.prototype.reduce = function (this: unknown[]) {
      return this.length > 1 ? this : this[0];
    } as typeof reduce;
    const { sending, sendAt } = start({ partSize });
    sendAt(100, partSize);
    assert.equal(sending.at(-1)?.sentBytes, partSize);
  });

  it('subtracts the bytes of a part when it is sent again', () => {
    const { sending, sendAt } = start({ partSize });
    sendAt(100, 500_000);
    sendAt(200, 0);
    assert.equal(sending.at(-1)?.sentBytes, 0);
  });
});

describe('md5OfEtag and compareEtag', () => {
  it('an ETag is an MD5 if it is 32 hexadecimal digits, in quotes or not, as proxies spell it', () => {
    for (const [etag, expected] of [
      [`"${md5(5)}"`, md5(5)],
      [md5(5), md5(5)],
      [`"${'AB'.repeat(16)}"`, 'ab'.repeat(16)],
      [`W/"${md5(5)}"`, md5(5)],
      [`w/${md5(5)}`, md5(5)],
      [`"${md5(5)}", "${md5(5)}"`, md5(5)],
      [`"${md5(5)}-gzip"`, md5(5)],
      [`W/"${md5(5)}--gzip"`, md5(5)],
      [`"${md5(5)};br"`, md5(5)],
      [`"${md5(5)}", "${md5(6)}"`, null],
      [`"${md5(5)}-2"`, null],
      [`"${md5(5).slice(1)}"`, null],
      [`"${'g'.repeat(32)}"`, null],
      ['', null],
    ] as const) {
      assert.equal(md5OfEtag(etag), expected, etag);
    }
  });

  it('mismatches are counted per part', () => {
    const known = { ...NO_ETAG_CHECK, kind: 'md5' } as const;
    const [once] = compareEtag(known, { number: 1, etag: md5(7), md5: md5(1) });
    const [twice, verdict] = compareEtag(once, { number: 2, etag: md5(7), md5: md5(2) });
    const [thrice] = compareEtag(twice, { number: 1, etag: md5(7), md5: md5(1) });
    assert.equal(verdict, 'mismatch');
    assert.deepEqual(
      [...thrice.refuted],
      [
        [1, 2],
        [2, 1],
      ],
    );
  });
});

describe('verifiedJob: a file that was picked again matches the checkpoint', () => {
  /** Parts of 100 bytes; the hash ends in the middle of the third. */
  const job = (more: Partial<Job> = {}): Job => ({
    ...newJob({ kind: 'file', file: wavFile(600) }, {}),
    plan: { FileId: 'f', UploadId: 'u', ChunkSize: 100, Parts: [] },
    etags: new Map([
      [1, '"abc-1"'],
      [2, `"${md5(2)}"`],
      [3, `"${md5(3)}"`],
      [4, '"abc-4"'],
      [5, `"${md5(5)}"`],
    ]),
    hashPoint: { bytes: 250, md5: md5(0), state: { engine: 'e', bytes: new Uint8Array() } },
    unverified: true,
    ...more,
  });
  const kept = (of: Job): number[] => [...verifiedJob(of).etags.keys()];

  it('keeps parts before the checkpoint, and later ones whose ETag is an MD5', () => {
    assert.deepEqual(kept(job()), [1, 2, 3, 5]);
    assert.equal(verifiedJob(job()).unverified, undefined);
  });

  it('keeps only parts before the checkpoint if the host’s ETags are opaque', () => {
    assert.deepEqual(kept(job({ opaqueEtags: true })), [1, 2]);
  });

  it('keeps a part that ends at the checkpoint', () => {
    const hashPoint = { bytes: 400, md5: md5(0), state: { engine: 'e', bytes: new Uint8Array() } };
    assert.deepEqual(kept(job({ opaqueEtags: true, hashPoint })), [1, 2, 3, 4]);
  });

  it('keeps only parts whose ETag is an MD5 if nothing was hashed', () => {
    const { hashPoint: _none, ...unhashed } = job();
    assert.deepEqual(kept(unhashed), [2, 3, 5]);
    assert.deepEqual(kept({ ...unhashed, opaqueEtags: true }), []);
  });
});

describe('upload speed', () => {
  it('is null for the first half second', () => {
    const speed = observeSpeed(startSpeed(0, 0), 100, 1_000_000);
    assert.equal(bytesPerSecond(speed), null);
  });

  it('is measured at most every 50 ms', () => {
    const speed = startSpeed(0, 0);
    assert.equal(observeSpeed(speed, 49, 1_000), speed);
    assert.equal(observeSpeed(speed, 50, 1_000).rate, 20);
  });

  it('follows a steady rate, and halves the weight of an old rate every 3 s', () => {
    let speed = startSpeed(0, 0);
    for (let ms = 100; ms <= 5_000; ms += 100) speed = observeSpeed(speed, ms, ms * 1_000);
    assert.ok(Math.abs((bytesPerSecond(speed) ?? 0) - 1_000_000) < 1_000);
    const before = bytesPerSecond(speed) ?? 0;
    for (let ms = 5_100; ms <= 8_000; ms += 100) speed = observeSpeed(speed, ms, 5_000_000);
    const after = bytesPerSecond(speed) ?? 0;
    assert.ok(after > before * 0.4 && after < before * 0.6, String(after / before));
  });

  it('does not count bytes that were taken back', () => {
    const speed = observeSpeed(startSpeed(0, 1_000), 1_000, 0);
    assert.equal(bytesPerSecond(speed), 0);
  });
});
