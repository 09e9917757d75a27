/** The engine exports what docs/engine.md describes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import ts from 'typescript';

const ROOT = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), 'utf8');

/** Every exported name, including types. */
const exportedNames = async (): Promise<string[]> => {
  const text = await read('src/engine.ts');
  const file = ts.createSourceFile('engine.ts', text, ts.ScriptTarget.Latest);
  return file.statements.flatMap((statement) => {
    assert.ok(ts.isExportDeclaration(statement), 'engine.ts has nothing but exports');
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

describe('engine.ts and docs/engine.md', () => {
  it('exports and descriptions match, each name once', async () => {
    const exported = await exportedNames();
    assert.ok(exported.length > 50);
    assert.deepEqual((await describedNames()).toSorted(), exported.toSorted());
  });
});
