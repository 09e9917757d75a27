/** Configuration errors are reported before a recording is read, and can be corrected. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  TranscribeError,
  type Session,
  type SessionState,
  type Source,
} from '../../../../src/engine.js';
import { createSessionOf } from '../../../../src/engine/session/session.js';
import { checkOptions } from '../../../../src/engine/session/prepare.js';
import { runJob } from '../../../../src/engine/session/run-job.js';
import {
  codeOf,
  createScriptedSession,
  PATHS,
  task,
  wavFile,
} from '../../../support/scripted-session.js';
import { createWorld, jsonResponse } from '../../../support/simulated-world.js';

const refusal = (options: object, fileUrl?: string): string => {
  try {
    checkOptions(options, fileUrl);
    return 'taken';
  } catch (error) {
    assert.ok(error instanceof TranscribeError && error.code === 'configuration');
    assert.equal(error.recoverable, false);
    return error.message.replace('This page is not set up to transcribe: ', '');
  }
};

describe('options of a transcription', () => {
  const languages: readonly (readonly [unknown, string])[] = [
    ['en_US', 'Use “en-US”.'],
    ['en_US.UTF-8', 'Use “en-US”.'],
    ['de_DE@euro', 'Use “de-DE”.'],
    [' auto', 'Use “auto”.'],
    ['English (US)', 'Use a BCP-47 language code such as “en-US”, or “auto”.'],
    [7, 'Use a BCP-47 language code such as “en-US”, or “auto”.'],
  ];
  for (const [language, advice] of languages) {
    it(`language “${String(language)}”: ${advice}`, () => {
      assert.equal(refusal({ language }), `“language” is “${String(language)}”. ${advice}`);
    });
  }

  it('checkOptions: names the attribute and its valid values', () => {
    assert.equal(
      refusal({ model: 'gpt' }),
      '“model” is “gpt”. Use “svc-asr-pro” or “svc-asr-fast”.',
    );
    assert.equal(
      refusal({ detectionLevel: 'word' }),
      '“detection-level” is “word”. Use “segment” or “chapter”.',
    );
    for (const [property, attribute] of [
      ['decodeSilence', 'decode-silence'],
      ['diarization', 'diarization'],
      ['returnEmbedding', 'return-embedding'],
    ] as const) {
      assert.equal(refusal({ [property]: 1 }), `“${attribute}” is “1”. Use true or false.`);
    }
  });

  it('checkOptions: accepts valid and missing options', () => {
    assert.equal(refusal({}), 'taken');
    for (const missing of [null, undefined, '', ' ', NaN]) {
      const all = { language: missing, model: missing, detectionLevel: missing };
      const flags = { decodeSilence: missing, diarization: missing, returnEmbedding: missing };
      assert.equal(refusal({ ...all, ...flags }), 'taken', String(missing));
    }
    const options = { language: 'pt-BR', model: 'svc-asr-fast', detectionLevel: 'chapter' };
    assert.equal(refusal({ ...options, diarization: true }, 'https://cdn.test/a.mp3'), 'taken');
  });

  it('checkOptions: names an invalid file-url without quoting it, as it may be presigned', () => {
    for (const address of [
      'talk.mp3',
      '',
      'ftp://a.test/a.mp3',
      'https://me:secret@a.test/a.mp3',
    ]) {
      const sentence = refusal({}, address);
      assert.equal(
        sentence,
        '“file-url” must be an absolute http or https address without a user name or a password.',
      );
    }
  });
});

const FILE: Source = { kind: 'file', file: wavFile(370) };
const ADDRESS: Source = { kind: 'address', fileUrl: 'https://cdn.test/talk.mp3' };
const TASK: Source = { kind: 'task', transcriptionId: 'task-1' };

const unread = (): Source => {
  const file = wavFile(370);
  file.slice = () => assert.fail('the file was read');
  return { kind: 'file', file };
};

describe('configuration errors', () => {
  for (const [what, source] of [
    ['a file', unread()],
    ['a file-url', ADDRESS],
  ] as const) {
    it(`options fail at once for ${what}, with nothing read or sent, and retry uses the corrected ones`, async () => {
      const { session, until, world, bodies } = createScriptedSession();
      session.dispatch({ type: 'select', source, options: { language: 'en_US' } });
      const ended = await until('failed');
      assert.equal(codeOf(ended), 'configuration');
      assert.ok(ended.name === 'failed' && ended.error.message.includes('“en-US”'));
      assert.deepEqual([world.requests, world.sentParts], [[], []]);

      session.dispatch({ type: 'retry' });
      assert.equal(codeOf(await until('failed')), 'configuration', 'nothing was mended');

      if (source.kind === 'file') Reflect.deleteProperty(source.file, 'slice');
      session.dispatch({ type: 'retry', options: { language: 'en-US' } });
      assert.equal(codeOf(await until('ready', 'failed')), 'ready');
      const [request] = bodies('submit') as { params: unknown }[];
      assert.deepEqual(request?.params, { transcribe: { language: 'en-US' } });
    });
  }

  it('options are not checked for a task that exists', async () => {
    const { session, until } = createScriptedSession();
    session.dispatch({ type: 'select', source: TASK, options: { language: 'en_US' } });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
  });

  it('retry after another failure: keeps the job’s own options', async () => {
    const { session, until, bodies } = createScriptedSession({
      submit: (_request, count) =>
        count === 1 ? jsonResponse(400, { code: 'bad-request' }) : task('PENDING'),
    });
    session.dispatch({ type: 'select', source: FILE, options: { language: 'de' } });
    assert.equal(codeOf(await until('ready', 'failed')), 'backend-rejected');
    session.dispatch({ type: 'retry', options: { language: 'fr' } });
    assert.equal(codeOf(await until('ready', 'failed')), 'ready');
    const languages = bodies('submit').map(
      (body) =>
        (body as { params: { transcribe: { language: string } } }).params.transcribe.language,
    );
    assert.deepEqual(languages, ['de', 'de']);
  });

  for (const [what, source, needed] of [
    ['a file', FILE, ['service', 'backend']],
    ['a file-url', ADDRESS, ['backend']],
    ['a task', TASK, ['backend']],
  ] as const) {
    it(`${what} needs ${needed.join(' and ')}, checked before anything is read or sent`, async () => {
      for (const missing of ['service', 'backend'] as const) {
        const world = createWorld();
        const give = (name: 'service' | 'backend') => (): never => {
          if (name === missing) throw new TranscribeError('configuration', `no ${name}`);
          return { submit: never, query: never, plan: never, complete: never } as never;
        };
        const session: Session = createSessionOf(
          world,
          () => ({
            service: give('service'),
            backend: give('backend'),
            limits: {},
            manualStart: true,
          }),
          () => Promise.resolve(runJob),
        );
        session.dispatch({ type: 'select', source, options: {} });
        await new Promise(setImmediate);
        const state: SessionState = session.getState();
        const told = codeOf(state) === 'configuration';
        assert.equal(told, (needed as readonly string[]).includes(missing), missing);
        assert.deepEqual(world.requests, []);
      }
    });
  }
});

const never = (): Promise<never> => new Promise(() => undefined);

describe('submission whose outcome is unknown', () => {
  it('is reported before configuration errors, so that a retry does not repeat it without asking', async () => {
    const { session, until, world } = createScriptedSession();
    session.dispatch({
      type: 'restore',
      job: {
        source: ADDRESS,
        options: { language: 'en_US' },
        etags: new Map(),
        submissionAskedAtMs: 1,
      },
    });
    const end = await until('failed');
    assert.equal(codeOf(end), 'network');
    assert.ok(end.name === 'failed' && end.error.message.includes('twice'));
    assert.ok(!world.requests.includes(PATHS.submit));
  });
});
