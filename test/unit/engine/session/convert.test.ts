import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { describeProgress, type Converter } from '../../../../src/engine.js';
import {
  codeOf,
  createScriptedSession,
  RESULT,
  task,
  wavFile,
} from '../../../support/scripted-session.js';

const SIZE = 470;
const MD5 = '0123456789abcdef0123456789abcdef';

const ogg = (): File => new File(['OggS', new Uint8Array(2_000)], 'talk.ogg', { lastModified: 7 });

/** Reports some progress, and returns a WAV file. */
const converter: Converter = (_file, { onTracks, onProgress }) => {
  onTracks([{ language: 'eng' }, { language: null }]);
  onProgress({ fraction: 0.5, bytes: 100 });
  onProgress({ fraction: 0.4, bytes: 120 });
  return Promise.resolve({ kind: 'converted', file: wavFile(SIZE) });
};

describe('session with a converter', () => {
  it('uploads the converted file, under the name of the chosen one', async () => {
    const { session, states, until, selectFile, bodies } = createScriptedSession(
      {},
      { size: SIZE, convert: converter },
    );
    selectFile(ogg());
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.deepEqual(bodies('plan'), [{ filesize: SIZE, filetype: 'wav' }]);
    const state = session.getState();
    assert.ok(state.name === 'ready');
    assert.equal(state.job.file?.name, 'talk.ogg');
    assert.deepEqual(state.job.conversion?.tracks, [{ language: 'eng' }, { language: null }]);
    const fractions = states.flatMap((one) => describeProgress(one, null).conversion ?? []);
    assert.deepEqual(
      [...new Set(fractions.map(({ fraction }) => fraction))],
      [0, 0.5, 1],
      'never decreases',
    );
    assert.deepEqual(fractions.at(-1), { fraction: 1, fromBytes: 2_004, toBytes: SIZE });
    const phases = states.map((one) => describeProgress(one, null).phase);
    assert.ok(phases.indexOf('converting') < phases.indexOf('uploading'));
  });

  it('keeps where a file ends that was cut off', async () => {
    const { session, until, selectFile } = createScriptedSession(
      {},
      {
        size: SIZE,
        convert: () =>
          Promise.resolve({ kind: 'converted', file: wavFile(SIZE), cutOffAt: 10.9935 }),
      },
    );
    selectFile(ogg());
    await until('ready', 'failed');
    const state = session.getState();
    assert.equal('job' in state && state.job?.conversion?.cutOffAt, 10.9935);
  });

  it('a video without sound: says so as for MP4', async () => {
    const { session, until, selectFile } = createScriptedSession(
      {},
      {
        size: SIZE,
        convert: () => Promise.resolve({ kind: 'cannot', problem: 'no-sound', codec: '' }),
      },
    );
    selectFile(ogg());
    await until('ready', 'failed');
    const state = session.getState();
    assert.match((state.name === 'failed' && state.error.message) || '', /without sound/);
  });

  it('continues a paused conversion with the same key', async () => {
    const keys: string[] = [];
    const { session, until, selectFile } = createScriptedSession(
      {},
      {
        size: SIZE,
        convert: (file, request) => {
          keys.push(request.key);
          return keys.length > 1
            ? converter(file, request)
            : new Promise((_resolve, reject) => {
                request.onProgress({ fraction: 0.7, bytes: 10 });
                request.signal.addEventListener('abort', () => reject(new Error('stopped')));
                queueMicrotask(() => session.dispatch({ type: 'pause' }));
              });
        },
      },
    );
    selectFile(ogg());
    const paused = await until('paused');
    assert.equal(describeProgress(paused, null).conversion?.fraction, 0.7);
    session.dispatch({ type: 'resume' });
    assert.equal((await until('ready', 'failed')).name, 'ready');
    assert.equal(keys.length, 2);
    assert.equal(keys[0], keys[1]);
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/);
  });

  it('converts again if the converted file is gone, and the upload of a failed task has expired', async () => {
    const { session, until, bodies } = createScriptedSession(
      { query: () => (bodies('submit').length === 0 ? task('FAILURE') : task('SUCCESS', RESULT)) },
      { size: SIZE, convert: converter },
    );
    const conversion = {
      ...({ key: '0123456789abcdef', kind: 'audio', track: 0, tracks: [] } as const),
      from: { name: 'talk.ogg', size: 2_004, lastModifiedMs: 7 },
      progress: { fraction: 1, fromBytes: 2_004, toBytes: 123 },
    };
    session.dispatch({
      type: 'restore',
      job: {
        ...{ source: { kind: 'file', file: ogg() }, options: {}, etags: new Map(), conversion },
        // The converted file had other bytes.
        file: {
          name: 'talk.ogg',
          size: 123,
          fileType: 'wav',
          durationSeconds: 1,
          lastModifiedMs: 7,
        },
        uploaded: { FileId: 'f', FileType: 'wav', DownloadUrl: 'https://s.test/f', FileMd5: MD5 },
        uploadedAtMs: 0,
        transcriptionId: 'task-1',
      },
    });
    await until('failed');
    session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    assert.deepEqual(bodies('plan'), [{ filesize: SIZE, filetype: 'wav' }]);
  });

  it('applies the limits to the converted file', async () => {
    const { until, selectFile } = createScriptedSession(
      {},
      { size: SIZE, convert: converter, limits: { maxSize: 1_000 } },
    );
    selectFile(ogg());
    assert.equal((await until('ready', 'failed')).name, 'ready');
  });

  for (const [problem, code, recoverable] of [
    ['undecodable', 'unsupported-format', false],
    ['unreadable', 'unsupported-format', false],
    ['no-space', 'unsupported-format', true],
    ['too-long', 'unsupported-format', false],
    ['unavailable', 'unsupported-format', false],
    ['not-loaded', 'network', true],
    ['file-changed', 'file-changed', true],
  ] as const) {
    it(`fails with a message for ${problem}`, async () => {
      const { until, selectFile } = createScriptedSession(
        {},
        { convert: () => Promise.resolve({ kind: 'cannot', problem, codec: 'AMR' }) },
      );
      selectFile(ogg());
      const end = await until('ready', 'failed');
      assert.equal(codeOf(end), code);
      assert.equal(end.name === 'failed' && end.error.recoverable, recoverable);
    });
  }

  /** The service accepts it. Its length is known only once it is converted. */
  const inFragments = async (): Promise<File> =>
    new File(
      [await readFile(new URL('../audio-headers/fixtures/fragmented.m4a', import.meta.url))],
      'talk.m4a',
    );

  for (const [problem, ends] of [
    ['undecodable', 'ready'],
    ['unavailable', 'ready'],
    ['too-long', 'ready'],
    ['no-space', 'unsupported-format'],
    ['not-loaded', 'network'],
    ['file-changed', 'file-changed'],
  ] as const) {
    it(`${problem}, of what the service accepts as it is: ${ends === 'ready' ? 'it is sent so' : ends}`, async () => {
      const file = await inFragments();
      const { until, selectFile, bodies } = createScriptedSession(
        {},
        {
          size: file.size,
          convert: () => Promise.resolve({ kind: 'cannot', problem, codec: 'AMR' }),
        },
      );
      selectFile(file);
      assert.equal(codeOf(await until('ready', 'failed')), ends);
      const sent = ends === 'ready' ? [{ filesize: file.size, filetype: 'm4a' }] : [];
      assert.deepEqual(bodies('plan'), sent);
    });
  }

  it('does not convert what the service accepts, and nothing if the page forbids it', async () => {
    const convert: Converter = () => Promise.reject(new Error('must not be called'));
    const accepted = createScriptedSession({}, { size: SIZE, convert });
    accepted.selectFile(wavFile(SIZE));
    assert.equal((await accepted.until('ready', 'failed')).name, 'ready');
    const forbidden = createScriptedSession({}, { convert, limits: { convert: false } });
    forbidden.selectFile(ogg());
    assert.equal(codeOf(await forbidden.until('ready', 'failed')), 'unsupported-format');
  });
});
