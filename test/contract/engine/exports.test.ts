/** The engine exports what docs/engine.md describes, and the names of version 0.1.0 still work. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import ts from 'typescript';
import * as engine from '../../../src/engine/index.js';
import type * as Engine from '../../../src/engine/index.js';
import { createScriptedSession, RESULT, task } from '../../support/scripted-session.js';
import { createWorld, jsonResponse } from '../../support/simulated-world.js';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

/** Every exported name, including types. */
const exportedNames = async (): Promise<string[]> => {
  const text = await read('src/engine/index.ts');
  const file = ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    assert.ok(ts.isExportDeclaration(statement), 'index.ts has nothing but exports');
    assert.ok(statement.exportClause && ts.isNamedExports(statement.exportClause), 'no export *');
    return statement.exportClause.elements.map(({ name }) => name.text);
  });
};

/** The names in the first column of each table below “What it exports”. */
const describedNames = async (): Promise<string[]> => {
  const [, section = ''] = (await read('docs/engine.md')).split('## What it exports');
  return [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)/g)].map(([, name = '']) => name),
  );
};

describe('engine/index.ts and docs/engine.md', () => {
  it('exports and descriptions match, each name once', async () => {
    const exported = await exportedNames();
    assert.ok(exported.length > 50);
    assert.deepEqual((await describedNames()).toSorted(), exported.toSorted());
  });
});

describe('deprecated names of version 0.1.0', () => {
  it('createJobKeeper, recordFact and EMPTY_RECORD still work', () => {
    assert.equal(engine.createJobKeeper, engine.createJobPersistence);
    const record = engine.recordFact(engine.EMPTY_RECORD, { type: 'started' }, 5);
    assert.deepEqual(record.entries, [{ atMs: 5, fact: 'started' }]);
  });

  it('the types are the renamed ones', () => {
    type Same<A, B> = [A, B] extends [B, A] ? true : never;
    const same: [
      Same<Engine.JobKeeper, Engine.JobPersistence>,
      Same<Engine.Offer, Engine.ResumableJob>,
      Same<Engine.OfferNeeds, Engine.ResumeNeeds>,
      Same<Engine.Fact, Engine.SessionEvent>,
      Same<Engine.Trouble, Engine.Interruption>,
      Same<Engine.HashPoint, Engine.HashCheckpoint>,
      Same<Engine.Attention, Engine.PageVisibility>,
      Same<Engine.News, Engine.TabChannel>,
    ] = [true, true, true, true, true, true, true, true];
    assert.ok(same.every(Boolean));
  });

  it('progress.late and progress.trouble equal willExpire and interruption', async () => {
    const { session, selectFile, until } = createScriptedSession(
      {},
      { part: (_n, tries) => ({ status: tries < 3 ? 503 : 200, etag: '"x"', retryAfter: null }) },
    );
    const interruptions = new Set<string | null>();
    session.subscribe((state) => {
      const progress = engine.describeProgress(state, null);
      interruptions.add(progress.interruption);
      assert.equal(progress.trouble, progress.interruption);
      assert.equal(progress.late, progress.willExpire);
    });
    selectFile();
    await until('ready', 'failed');
    assert.deepEqual(interruptions, new Set([null, 'retrying']));
  });

  it('createSession and the calls accept the port attention in place of visibility', async () => {
    const { visibility, ...world } = createWorld({
      http: (_request, count) =>
        count < 3
          ? jsonResponse(503, undefined)
          : count < 5
            ? task('STARTED')
            : task('SUCCESS', RESULT),
    });
    const asked: string[] = [];
    const attention: Engine.Attention = {
      isVisible: () => {
        asked.push('isVisible');
        return visibility.isVisible();
      },
      whenShown: (signal) => {
        asked.push('whenShown');
        return visibility.whenShown(signal);
      },
    };
    const ports: Engine.SessionPorts = { ...world, attention };
    const session = engine.createSession(ports, () => ({
      service: () => assert.fail('nothing is uploaded'),
      backend: () => engine.createHttpBackend('https://partner.test', ports),
      limits: {},
      manualStart: false,
    }));
    const ended = new Promise<string>((resolve) => {
      session.subscribe(({ name }) => {
        if (name === 'ready' || name === 'failed') resolve(name);
      });
    });
    session.dispatch({
      type: 'select',
      source: { kind: 'task', transcriptionId: 'task-1' },
      options: {},
    });
    assert.equal(await ended, 'ready');
    assert.deepEqual(new Set(asked), new Set(['isVisible', 'whenShown']));
  });
});
