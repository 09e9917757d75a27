/**
 * `npm run mutants -- --count 100 --seed 1`: plants small bugs, one at a time, in a copy of the repository, and runs
 * the unit and contract tests that import the changed file. Prints the bugs that no test detects, and the share
 * detected. An undetected bug may have no observable effect: read it before you write a test for it.
 *
 * It first runs each of these test files once without a bug. It names and leaves out those that fail, because a failing
 * test seems to detect every bug, and its exit code is then 1. `--folders src/queue,src/peaks/wave-peaks.ts` selects folders
 * and files.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { seededRandom } from '../test/support/seeded-random.js';
import { root } from './paths.mjs';

const FOLDERS = [
  ...['src/engine', 'src/queue', 'src/server', 'src/protocol', 'src/transcript', 'src/hashing'],
  ...['src/peaks', 'src/convert', 'src/microphone', 'src/reader/store.ts'],
];
/** A bug counts as detected if it makes a test file run this much longer than without it. */
const LONGEST = { times: 5, plusMs: 30_000 };
/** The limit without a bug, in ms. */
const USUAL_LIMIT_MS = 300_000;
const WORKERS = 2;

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    folders: { type: 'string', default: FOLDERS.join(',') },
  },
});

interface Mutant {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');

/* ---- bugs ---- */

const OPERATORS: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '>': '>=',
  '<=': '<',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
};

/** Possible replacements of a node. */
const variantsOf = (node: ts.Node, source: ts.SourceFile): readonly string[] => {
  const text = (of: ts.Node): string => of.getText(source);
  if (ts.isBinaryExpression(node)) {
    const operator = text(node.operatorToken);
    const [left, right] = [text(node.left), text(node.right)];
    if (operator === '??') return [left, right];
    const other = OPERATORS[operator];
    return other === undefined ? [] : [`${left} ${other} ${right}`];
  }
  if (ts.isConditionalExpression(node)) return [text(node.whenTrue), text(node.whenFalse)];
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return [text(node.operand)];
  if (ts.isNumericLiteral(node)) return [`(${text(node)} + 1)`];
  if (node.kind === ts.SyntaxKind.TrueKeyword && ts.isExpression(node)) return ['false'];
  if (node.kind === ts.SyntaxKind.FalseKeyword && ts.isExpression(node)) return ['true'];
  if (ts.isPropertyAccessExpression(node) && text(node.expression) === 'Math') {
    if (node.name.text === 'min') return ['Math.max'];
    if (node.name.text === 'max') return ['Math.min'];
  }
  if (ts.isIfStatement(node)) {
    const [condition, then, otherwise] = [node.expression, node.thenStatement, node.elseStatement];
    const rest = otherwise ? ` else ${text(otherwise)}` : '';
    return [`if (!(${text(condition)})) ${text(then)}${rest}`, otherwise ? text(otherwise) : ';'];
  }
  if (ts.isExpressionStatement(node)) return [';'];
  return [];
};

const isTypeOnly = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node);

const mutantsOf = async (file: string): Promise<readonly Mutant[]> => {
  const content = await readFile(path.join(root, file), 'utf8');
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (isTypeOnly(node)) return;
    for (const text of variantsOf(node, source))
      found.push({ file, start: node.getStart(source), end: node.getEnd(), text });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
};

/* ---- which tests ---- */

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

const importsOf = async (file: string): Promise<readonly string[]> =>
  [...(await readFile(path.join(root, file), 'utf8')).matchAll(IMPORT)].flatMap(([, to = '']) => {
    const target = path.posix.join(path.posix.dirname(file), to);
    return [target.replace(/\.js$/, '.ts'), target]
      .filter((each) => files.includes(each))
      .slice(0, 1);
  });

const graph = new Map(
  await Promise.all(
    files
      .filter((file) => /\.(?:ts|mjs)$/.test(file))
      .map(async (file) => [file, await importsOf(file)] as const),
  ),
);

/** Every file that a test loads. */
const reach = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const next of graph.get(from) ?? []) reach(next, seen);
  return seen;
};

const tests = [...graph.keys()]
  .filter((file) => /^test\/(?:unit|contract)\/.*\.test\.ts$/.test(file))
  .map((file) => ({ file, reached: reach(file) }))
  // The most specific tests run first: they are fast and most likely to fail.
  .sort((one, other) => one.reached.size - other.reached.size);

/* ---- running ---- */

type Verdict = 'noticed' | 'survived' | 'untested';

const copy = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mutants-'));
  for (const file of files) await cp(path.join(root, file), path.join(folder, file));
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  return folder;
};

/** Runs a test file, and stops at the first test that fails. */
const passes = (folder: string, file: string, limitMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', '--test', '--test-concurrency=1', '--test-reporter=tap', file],
      { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const stop = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(stop, limitMs);
    child.stdout.on('data', (chunk: Buffer) => {
      if (/^\s*not ok/m.test(chunk.toString())) stop();
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve(code === 0);
    });
  });

/** How long each test file runs without a bug, in ms; null if it fails. */
const usual = new Map<string, number | null>();

const testsFor = (file: string): readonly string[] =>
  tests
    .filter((test) => test.reached.has(file) && usual.get(test.file) !== null)
    .map((test) => test.file);

const judge = async (folder: string, { file, start, end, text }: Mutant): Promise<Verdict> => {
  const chosen = testsFor(file);
  if (chosen.length === 0) return 'untested';
  const target = path.join(folder, file);
  const original = await readFile(target, 'utf8');
  await writeFile(target, original.slice(0, start) + text + original.slice(end));
  let survived = true;
  for (const test of chosen) {
    const limitMs = (usual.get(test) ?? 0) * LONGEST.times + LONGEST.plusMs;
    survived = await passes(folder, test, limitMs);
    if (!survived) break;
  }
  await writeFile(target, original);
  return survived ? 'survived' : 'noticed';
};

const shown = async ({ file, start, end, text }: Mutant): Promise<string> => {
  const content = await readFile(path.join(root, file), 'utf8');
  const line = content.slice(0, start).split('\n').length;
  const short = (code: string): string => code.replace(/\s+/g, ' ').slice(0, 100);
  return `${file}:${line}  ${short(content.slice(start, end))}  →  ${short(text)}`;
};

const folders = values.folders.split(',');
const sources = files.filter(
  (file) =>
    folders.some((folder) => `${file}/`.startsWith(`${folder}/`)) &&
    /(?<!\.d|\.generated)\.ts$/.test(file),
);
const all = (await Promise.all(sources.map(mutantsOf))).flat();
const { next } = seededRandom(Number(values.seed));
const queue = Array.from({ length: Math.min(Number(values.count), all.length) }, () =>
  all.splice(Math.floor(next() * all.length), 1),
).flat();

const copies = await Promise.all(Array.from({ length: WORKERS }, copy));

/** Runs the work for each item, in as many copies at a time as there are. */
const forEach = async <T>(
  items: T[],
  work: (item: T, folder: string) => Promise<void>,
): Promise<void> => {
  await Promise.all(
    copies.map(async (folder) => {
      for (let item = items.shift(); item !== undefined; item = items.shift())
        await work(item, folder);
    }),
  );
};

const chosen = [...new Set(queue.flatMap(({ file }) => testsFor(file)))];
console.log(`Running ${chosen.length} test files without a bug …`);
await forEach(chosen, async (file, folder) => {
  const start = performance.now();
  const passed = await passes(folder, file, USUAL_LIMIT_MS);
  usual.set(file, passed ? performance.now() - start : null);
  if (passed) return;
  console.error(`Left out, because it fails without a bug: ${file}`);
  process.exitCode = 1;
});

const counts: Record<Verdict, number> = { noticed: 0, survived: 0, untested: 0 };
await forEach(queue, async (mutant, folder) => {
  const verdict = await judge(folder, mutant);
  counts[verdict] += 1;
  if (verdict !== 'noticed') console.log(`${verdict}: ${await shown(mutant)}`);
});
const total = counts.noticed + counts.survived + counts.untested;
console.log(`${counts.noticed} of ${total} noticed, seed ${values.seed}`);
await Promise.all(copies.map((folder) => rm(folder, { recursive: true })));
