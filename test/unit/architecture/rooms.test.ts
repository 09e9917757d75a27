/** docs/architecture.md: the functions that its diagrams name, and the import rules of its rooms. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { partOf, parts } from '../../../scripts/lint/who-may-import.mjs';
import { root } from '../../../scripts/paths.mjs';

const src = resolve(root, 'src');

type Use = 'values' | 'types' | 'lazy';

const parse = async (path: string): Promise<ts.SourceFile> =>
  ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest);

/** Only what Node.js and bundlers run: the types of frameworks in `element/types` are the partner's. */
const sources = async (): Promise<readonly string[]> =>
  (await readdir(src, { recursive: true }))
    .filter((path) => /(?<!\.d|generated)\.(?:ts|js)$/.test(path))
    .filter((path) => !/^element\/types|audio-transcribe\.\w+\.js$/.test(path))
    .map((path) => resolve(src, path));

const isTypes = (names: ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier> | undefined) =>
  names !== undefined && names.length > 0 && names.every(({ isTypeOnly }) => isTypeOnly);

const namesOf = (bindings: ts.NamedImportBindings | ts.NamedExportBindings | undefined) =>
  bindings && (ts.isNamedImports(bindings) || ts.isNamedExports(bindings))
    ? bindings.elements
    : undefined;

/** What a file imports and exports from others, and how. */
const importsOf = (file: ts.SourceFile): readonly (readonly [source: string, use: Use])[] => {
  const found: [string, Use][] = [];
  const add = (source: ts.Node | undefined, use: Use): void => {
    if (source && ts.isStringLiteralLike(source)) found.push([source.text, use]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const { importClause: clause } = node;
      const onlyTypes =
        clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ||
        (clause?.name === undefined && isTypes(namesOf(clause?.namedBindings)));
      add(node.moduleSpecifier, onlyTypes ? 'types' : 'values');
    } else if (ts.isExportDeclaration(node)) {
      const onlyTypes = node.isTypeOnly || isTypes(namesOf(node.exportClause));
      add(node.moduleSpecifier, onlyTypes ? 'types' : 'values');
    } else if (ts.isImportTypeNode(node)) {
      if (ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, 'types');
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], 'lazy');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** How each room uses others, and packages. */
const realUses = async (): Promise<ReadonlyMap<string, ReadonlyMap<string, Set<Use>>>> => {
  const uses = new Map<string, Map<string, Set<Use>>>();
  for (const path of await sources()) {
    const from = partOf(path, src) ?? '';
    const own = uses.get(from) ?? new Map<string, Set<Use>>();
    uses.set(from, own);
    for (const [source, use] of importsOf(await parse(path))) {
      const to = source.startsWith('.')
        ? (partOf(resolve(dirname(path), source), src) ?? source)
        : (/^(?:node:|(?:@[^/]+\/)?[^/]+)/.exec(source)?.[0] ?? source);
      if (to !== from) own.set(to, (own.get(to) ?? new Set()).add(use));
    }
  }
  return uses;
};

test('rooms: each import is allowed, and each permission is used', async () => {
  const uses = await realUses();
  assert.deepEqual([...uses.keys()].sort(), Object.keys(parts).sort());
  const weakest = (how: ReadonlySet<Use>): Use =>
    how.has('values') ? 'values' : how.has('lazy') ? 'lazy' : 'types';
  for (const [room, { values = [], types = [], lazy = [], packages = [] }] of Object.entries(
    parts,
  )) {
    const rules = Object.entries({ values, types, lazy, packages }).flatMap(([use, names]) =>
      names.map((name) => `${use}: ${name}`),
    );
    const real = [...(uses.get(room) ?? [])].map(([name, how]) =>
      packages.includes(name) ? `packages: ${name}` : `${weakest(how)}: ${name}`,
    );
    assert.deepEqual(real.sort(), rules.sort(), room);
  }
});

test('files: no two in src have the same name, except styles', async () => {
  const names = (await sources()).map((path) => basename(path));
  const twice = names.filter((name, at) => names.indexOf(name) !== at && !/styles\.ts$/.test(name));
  assert.deepEqual(twice, []);
});

test('diagrams: each file declares what its line names', async () => {
  const page = await readFile(resolve(root, 'docs/architecture.md'), 'utf8');
  const diagrams = [...page.matchAll(/^```text\n([^]*?)^```/gm)].map(([, text = '']) => text);
  assert.equal(diagrams.length, 4);
  for (const line of diagrams.join('').trimEnd().split('\n')) {
    const [, name = '', file = ''] = /^[│├└ ]*(\w+) +(\S+\.ts)(?: {2,}.+)?$/.exec(line) ?? [];
    const path = resolve(src, file);
    assert.ok(file !== '' && existsSync(path), line);
    const declared = (await parse(path)).statements.flatMap((statement) =>
      ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map((one) => one.name)
        : ts.isClassDeclaration(statement) || ts.isFunctionDeclaration(statement)
          ? [statement.name]
          : [],
    );
    assert.ok(
      declared.some((one) => one && ts.isIdentifier(one) && one.text === name),
      `${file} declares no ${name}`,
    );
  }
});
