import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareEtag, md5OfEtag, NO_ETAG_CHECK } from '../../../../src/engine/upload/etag-check.js';
import { newJob, verifiedJob, type Job } from '../../../../src/engine/session/job.js';
import { createPartIntegrity } from '../../../../src/engine/upload/part-integrity.js';
import type { Part } from '../../../../src/engine/upload/parts.js';
import { wavFile } from '../../../support/scripted-session.js';

const md5 = (digit: number): string => String(digit).repeat(32);
const part = (number: number): Part => ({ number, start: number - 1, end: number, url: '' });
const MEBIBYTE = 1024 * 1024;

/** Parts whose own MD5 is their number, repeated; the ETags are given. */
const watched = (etags: Record<number, string | undefined>, isOpaque = false) => {
  let lag = 0;
  const told: string[] = [];
  const integrity = createPartIntegrity({
    etagOf: ({ number }) => etags[number],
    md5Of: ({ number }) => (number < 9 ? md5(number) : undefined),
    lag: () => lag,
    onRefuted: ({ number }) => told.push(`refuted ${number}`),
    isOpaque,
    onOpaque: () => told.push('opaque'),
    onGivenUp: ({ code }) => told.push(code),
  });
  return {
    told,
    integrity,
    check: (...numbers: readonly number[]) => {
      for (const number of numbers) integrity.check(part(number));
    },
    setLag: (bytes: number) => (lag = bytes),
  };
};

describe('the ETags of a host that stores MD5s', () => {
  it('are never taken for something else, neither right nor damaged', () => {
    const etags = { 1: `"${md5(1)}"`, 2: `"${md5(2)}"`, 3: `"${md5(7)}"`, 4: md5(4).toUpperCase() };
    const { told, check, integrity } = watched(etags);
    check(1, 2, 3, 4);
    assert.deepEqual(told, ['refuted 3']);
    assert.equal(integrity.wantsPartMd5(), true);
  });

  it('are not doubted for one that is no MD5, once one was right', () => {
    const { told, check } = watched({ 1: `"${md5(1)}"`, 2: '"abc-1"', 3: `"${md5(7)}"` });
    check(1, 2, 3);
    assert.deepEqual(told, ['refuted 3']);
  });

  it('refute a part four times, and give it up at the fifth', () => {
    const { told, check } = watched({ 1: `"${md5(1)}"`, 2: `"${md5(7)}"` });
    check(1, 2, 2, 2, 2, 2);
    assert.deepEqual(told, [...Array.from({ length: 4 }, () => 'refuted 2'), 'integrity-mismatch']);
  });

  it('say nothing before a part is both stored and hashed', () => {
    const { told, check } = watched({ 1: undefined, 9: `"${md5(7)}"` });
    check(1, 9);
    assert.deepEqual(told, []);
  });
});

describe('the ETags of a host that stores none', () => {
  it('are recognised once: at the first that is no MD5, or at the second that is wrong', () => {
    for (const [etags, expected] of [
      [{ 1: '"abc-1"', 2: '"abc-2"', 3: `"${md5(7)}"` }, ['opaque']],
      [{ 1: `"${md5(7)}"`, 2: `"${md5(8)}"`, 3: `"${md5(9)}"` }, ['refuted 1', 'opaque']],
    ] as const) {
      const { told, check, integrity } = watched(etags);
      assert.equal(integrity.wantsPartMd5(), true);
      check(1, 2, 3);
      assert.deepEqual(told, expected);
      assert.equal(integrity.wantsPartMd5(), false, 'its parts need no hash of their own');
    }
  });

  it('are not looked at, nor told again, where an earlier run has recognised them', () => {
    const { told, check, integrity } = watched({ 1: `"${md5(7)}"`, 2: '"abc-1"' }, true);
    check(1, 2);
    assert.deepEqual(told, []);
    assert.equal(integrity.wantsPartMd5(), false);
  });
});

describe('hashing that is behind', () => {
  it('by more than 16 MiB hashes parts no longer on their own, also when it has caught up', () => {
    const { integrity, setLag } = watched({});
    setLag(16 * MEBIBYTE);
    assert.equal(integrity.wantsPartMd5(), true);
    setLag(16 * MEBIBYTE + 1);
    assert.equal(integrity.wantsPartMd5(), false);
    setLag(0);
    assert.equal(integrity.wantsPartMd5(), false);
  });
});

describe('an ETag', () => {
  it('is an MD5 where it is 32 hexadecimal digits, in quotes or not, and not weak', () => {
    for (const [etag, expected] of [
      [`"${md5(5)}"`, md5(5)],
      [md5(5), md5(5)],
      [`"${'AB'.repeat(16)}"`, 'ab'.repeat(16)],
      [`W/"${md5(5)}"`, null],
      [`"${md5(5)}-2"`, null],
      [`"${md5(5).slice(1)}"`, null],
      [`"${'g'.repeat(32)}"`, null],
      ['', null],
    ] as const) {
      assert.equal(md5OfEtag(etag), expected, etag);
    }
  });

  it('that is wrong is counted per part', () => {
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

describe('a recording that was picked again and begins as it did', () => {
  /** Chunks of 100 bytes; the hash ends in the middle of the third. */
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

  it('keeps what was compared, and of the rest what can be compared by its ETag', () => {
    assert.deepEqual(kept(job()), [1, 2, 3, 5]);
    assert.equal(verifiedJob(job()).unverified, undefined);
  });

  it('keeps nothing but what was compared where the host’s ETags are no MD5s, though some look like it', () => {
    assert.deepEqual(kept(job({ opaqueEtags: true })), [1, 2]);
  });

  it('keeps a part that ends where the hash does', () => {
    const hashPoint = { bytes: 400, md5: md5(0), state: { engine: 'e', bytes: new Uint8Array() } };
    assert.deepEqual(kept(job({ opaqueEtags: true, hashPoint })), [1, 2, 3, 4]);
  });

  it('keeps only what can be compared where nothing was hashed', () => {
    const { hashPoint: _none, ...unhashed } = job();
    assert.deepEqual(kept(unhashed), [2, 3, 5]);
    assert.deepEqual(kept({ ...unhashed, opaqueEtags: true }), []);
  });
});
