/**
 * `npm run mutants -- --count 100 --seed 1`: plants small bugs, one at a time, and runs the unit and contract tests that
 * load the changed file. Prints the bugs that no test detects, and the share detected, by folder. An undetected bug may
 * have no observable effect: read it before you write a test for it. A file that only tests in browsers load is untested.
 *
 * It first runs each of these test files once without a bug. It names and leaves out those that fail, because a failing
 * test seems to detect every bug, and its exit code is then 1. `--folders src/queue,src/peaks/wave-peaks.ts` selects folders
 * and files. The bugs are only in bundles: no file of the repository changes.
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { seededRandom } from '../test/support/seeded-random.js';
import { bundleProgram, filesOf, processesOf } from './bundle-tests.mjs';
import { cache, root } from './paths.mjs';

const FOLDERS = [
  ...['src/engine', 'src/queue', 'src/server', 'src/protocol', 'src/transcript', 'src/hashing'],
  ...['src/peaks', 'src/convert', 'src/microphone', 'src/reader/store.ts'],
];
/** A bug counts as detected if the tests then print nothing for so long. */
const LONGEST_SILENCE_MS = 60_000;
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

const codeOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

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
    // The default of an element of a list often only satisfies the compiler.
    if (operator === '??') return ts.isElementAccessExpression(node.left) ? [right] : [left, right];
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

const mutantsOf = (file: string): readonly Mutant[] => {
  const source = ts.createSourceFile(file, codeOf(file), ts.ScriptTarget.Latest, true);
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

const withBug = ({ file, start, end, text }: Mutant): string => {
  const code = codeOf(file);
  return code.slice(0, start) + text + code.slice(end);
};

const shown = ({ file, start, end, text }: Mutant): string => {
  const code = codeOf(file);
  const line = code.slice(0, start).split('\n').length;
  const short = (part: string): string => part.replace(/\s+/g, ' ').slice(0, 100);
  return `${file}:${line}  ${short(code.slice(start, end))}  →  ${short(text)}`;
};

/* ---- tests ---- */

const listed = (...folders: readonly string[]): readonly string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file.endsWith('.ts'));

const tests = listed('test/unit', 'test/contract').filter((file) => file.endsWith('.test.ts'));

/** The files that each test file loads. */
const loaded = await filesOf(tests);

/** Test files that fail without a bug. */
const failing = new Set<string>();

/** The test files that load a file. Those that load least come first: they are fast, and most likely to fail. */
const testsFor = (file: string): readonly string[] =>
  tests
    .filter((test) => loaded.get(test)?.has(file) && !failing.has(test))
    .sort((one, other) => (loaded.get(one)?.size ?? 0) - (loaded.get(other)?.size ?? 0));

const folder = path.join(cache, 'mutants');

/** Runs test files in one process, until the first test that fails. */
const pass = (program: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        ...['--import', path.join(root, 'test/support/fast-test-runner.mjs')],
        ...['--test-reporter=tap', program],
      ],
      { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const stop = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const silence = setTimeout(stop, LONGEST_SILENCE_MS);
    child.stdout.on('data', (chunk: Buffer) => {
      silence.refresh();
      if (/^\s*not ok/m.test(chunk.toString())) stop();
    });
    child.once('close', (code) => {
      clearTimeout(silence);
      resolve(code === 0);
    });
  });

/** A bug that does not compile is detected, too. */
const bundle = async (
  name: string,
  files: readonly string[],
  changed?: ReadonlyMap<string, string>,
): Promise<string | null> => {
  const [entry, program] = [path.join(folder, `${name}.ts`), path.join(folder, `${name}.mjs`)];
  writeFileSync(entry, files.map((file) => `import '${path.join(root, file)}';\n`).join(''));
  return bundleProgram(entry, program, changed).then(
    () => program,
    () => null,
  );
};

type Verdict = 'noticed' | 'survived' | 'untested';

const judge = async (worker: string, mutant: Mutant): Promise<Verdict> => {
  const files = testsFor(mutant.file);
  if (files.length === 0) return 'untested';
  const changed = new Map([[path.join(root, mutant.file), withBug(mutant)]]);
  // Not all in one process: tests of different folders may disturb each other.
  for (const members of processesOf(files).values()) {
    const program = await bundle(worker, members, changed);
    if (program === null || !(await pass(program))) return 'noticed';
  }
  return 'survived';
};

/* ---- the run ---- */

const sources = listed(...values.folders.split(',')).filter(
  (file) => !/\.(?:d|generated)\.ts$/.test(file),
);
const all = sources.flatMap(mutantsOf);
const { next } = seededRandom(Number(values.seed));
const queue = Array.from({ length: Math.min(Number(values.count), all.length) }, () =>
  all.splice(Math.floor(next() * all.length), 1),
).flat();

/** Does the work for each item, several at a time. */
const forEach = async <T>(
  items: T[],
  work: (item: T, worker: string) => Promise<void>,
): Promise<void> => {
  await Promise.all(
    Array.from({ length: WORKERS }, async (_, index) => {
      for (let item = items.shift(); item !== undefined; item = items.shift())
        await work(item, String(index));
    }),
  );
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

const chosen = [...new Set(queue.flatMap(({ file }) => testsFor(file)))];
console.log(`Running ${chosen.length} test files without a bug …`);
await forEach(chosen, async (file, worker) => {
  const program = await bundle(worker, [file]);
  if (program !== null && (await pass(program))) return;
  failing.add(file);
  console.error(`Left out, because it fails without a bug: ${file}`);
  process.exitCode = 1;
});

const verdicts: { readonly folder: string; readonly verdict: Verdict }[] = [];
await forEach(queue, async (mutant, worker) => {
  const verdict = await judge(worker, mutant);
  verdicts.push({ folder: mutant.file.split('/').slice(0, 2).join('/'), verdict });
  if (verdict !== 'noticed') console.log(`${verdict}: ${shown(mutant)}`);
});
for (const name of [...new Set(verdicts.map((it) => it.folder)), 'all']) {
  const count = (verdict: Verdict): number =>
    verdicts.filter((it) => it.verdict === verdict && [it.folder, 'all'].includes(name)).length;
  const [noticed, survived, untested] = [count('noticed'), count('survived'), count('untested')];
  console.log(`${name}: ${noticed} of ${noticed + survived} noticed, ${untested} untested`);
}
console.log(`seed ${values.seed}`);
rmSync(folder, { recursive: true });
