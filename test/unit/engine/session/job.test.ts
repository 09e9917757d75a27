import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  newJob,
  storedBytes,
  titleOf,
  verifiedJob,
  type Job,
} from '../../../../src/engine/session/job.js';

const MD5 = '0123456789abcdef0123456789abcdef';

const job: Job = {
  source: { kind: 'file', file: new File([], 'talk.wav') },
  options: {},
  file: { name: 'talk.wav', size: 250, fileType: 'wav', durationSeconds: 1, lastModifiedMs: 5 },
  plan: { FileId: 'f', UploadId: 'u', ChunkSize: 100, Parts: [] },
  etags: new Map(),
};

const etags = (...numbers: readonly number[]): Job['etags'] =>
  new Map(numbers.map((number) => [number, '"opaque-1"']));

describe('stored bytes', () => {
  it('are those of the parts with an ETag; the last part may be shorter', () => {
    for (const [numbers, bytes] of [
      [[], 0],
      [[1], 100],
      [[2], 100],
      [[3], 50],
      [[1, 3], 150],
      [[1, 2, 3], 250],
      // A part after the end has no bytes.
      [[4], 0],
    ] as const)
      assert.equal(storedBytes({ ...job, etags: etags(...numbers) }), bytes, String(numbers));
  });

  it('are the same if a library has replaced reduce, as Prototype.js 1.6 does', (t) => {
    const { reduce } = Array.prototype;
    t.after(() => (Array.prototype.reduce = reduce));
    Array.prototype.reduce = function (this: unknown[]) {
      return this.length > 1 ? this : this[0];
    } as typeof reduce;
    assert.equal(storedBytes({ ...job, etags: etags(1, 2) }), 200);
  });

  it('are 0 without a plan or a size', () => {
    const { plan: _plan, ...unplanned } = { ...job, etags: etags(1) };
    const { file: _file, ...unchecked } = { ...job, etags: etags(1) };
    assert.deepEqual([storedBytes(unplanned), storedBytes(unchecked)], [0, 0]);
  });
});

describe('recording that was picked again and matches so far', () => {
  it('keeps parts up to the compared position, and parts whose ETag can be compared', () => {
    const doubted: Job = {
      ...job,
      unverified: true,
      hashPoint: { bytes: 100, md5: MD5, state: { engine: 'e', bytes: new Uint8Array() } },
      etags: new Map([
        [1, '"opaque-1"'],
        [2, '"opaque-1"'],
        [3, `"${MD5}"`],
      ]),
    };
    const kept = (of: Job) => [...verifiedJob(of).etags.keys()];
    assert.deepEqual(kept(doubted), [1, 3]);
    assert.deepEqual(kept({ ...doubted, opaqueEtags: true }), [1]);
    assert.equal(verifiedJob(doubted).unverified, undefined);
  });
});

describe('title of a recording', () => {
  it('is the file name, else the given title, else the last segment of the URL', () => {
    const of = (fileUrl: string, title?: string) =>
      titleOf({
        ...job,
        source: { kind: 'address', fileUrl, ...(title === undefined ? {} : { title }) },
      });
    assert.equal(titleOf(job), 'talk.wav');
    assert.equal(of('https://cdn.test/a.mp3', 'Board'), 'Board');
    assert.equal(of('https://cdn.test/x/a%20b.mp3?sig=1#t'), 'a b.mp3');
    assert.equal(of('https://cdn.test/100%.mp3'), '100%.mp3');
    assert.equal(of('https://cdn.test/'), '');
    assert.equal(titleOf({ ...job, source: { kind: 'task', transcriptionId: 't' } }), '');
  });
});

describe('titleOf', () => {
  it("returns the file's name, else the title, else the decoded last segment of the URL", () => {
    assert.equal(titleOf(job), 'talk.wav');
    for (const [path, title] of [
      ['a/talk.mp3?key=a/b#c', 'talk.mp3'],
      ['M%C3%BCller%20GmbH.mp3', 'Müller GmbH.mp3'],
      ['100%.mp3', '100%.mp3'],
    ] as const) {
      const source = { kind: 'address', fileUrl: `https://cdn.test/${path}` } as const;
      assert.equal(titleOf(newJob(source, {})), title);
      assert.equal(titleOf(newJob({ ...source, title: 'Board' }, {})), 'Board');
    }
  });
});
