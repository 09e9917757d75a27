/** The code of the documentation: it compiles, and what a recipe imports is documented too. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import test from 'node:test';
import { formatted } from '../../scripts/format.mjs';
import { root } from '../../scripts/paths.mjs';
import { readBlocks, scriptsOf, scriptTags, type Block } from './blocks.js';
import { typeMistakes } from './check-types.js';

const blocks = await readBlocks();

/** What `check` throws for blocks of these languages. Fails if there are fewer than `least` of them. */
const mistakes = async (
  languages: readonly string[],
  least: number,
  check: (block: Block) => unknown,
): Promise<string[]> => {
  const chosen = blocks.filter(({ language }) => languages.includes(language));
  assert.ok(chosen.length >= least, `${chosen.length} blocks of ${languages.join(', ')}`);
  const found = chosen.map(async (block) => {
    try {
      await check(block);
      return [];
    } catch (error) {
      return [`${block.place}: ${(error as Error).message}`];
    }
  });
  return (await Promise.all(found)).flat();
};

test('docs: every block of code has the types of this package', () => {
  // What those of the servers import is installed only where they run.
  const scripts = blocks
    .filter(({ file }) => !file.startsWith('test/package/servers/'))
    .flatMap(scriptsOf);
  assert.ok(scripts.length > 80, `${scripts.length} scripts`);
  assert.deepEqual(typeMistakes(scripts), []);
});

test('docs: a block with a wrong option, property or import is found', () => {
  const wrong = (language: string, code: string, file = 'docs/x.md'): Block[] => [
    { place: `${file}:1`, language, code, file },
  ];
  const found = typeMistakes(
    [
      wrong(
        'ts',
        "import { createPartnerHandler } from 'audio-transcribe/server.js';\ncreatePartnerHandler({ client: 1 });",
        'docs/a.md',
      ),
      wrong('js', "import 'audio-transcribe';\nelement.restoreEdit();", 'docs/b.md'),
      wrong(
        'html',
        '<script type="module">\n  import "audio-transcribe/none.js";\n</script>',
        'docs/c.md',
      ),
      wrong('vue', '<script setup lang="ts">\nconst n: number = "";\n</script>', 'docs/d.md'),
    ]
      .flat()
      .flatMap(scriptsOf),
  );
  assert.deepEqual(found.map((mistake) => mistake.slice(0, 'docs/a.md:1'.length)).sort(), [
    'docs/a.md:1',
    'docs/b.md:1',
    'docs/c.md:1',
    'docs/d.md:1',
  ]);
});

test('docs: JSON, pages, components and style sheets can be parsed', async () => {
  const json = await mistakes(['json'], 4, ({ code }) => void JSON.parse(code));
  const markup = await mistakes(['html', 'vue', 'css'], 15, async ({ code, language }) => {
    await formatted(`block.${language}`, code);
    for (const [attributes, content] of scriptTags(code))
      if (attributes.includes('importmap')) JSON.parse(content);
  });
  assert.deepEqual([...json, ...markup], []);
});

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
}

/** Commands of npm itself. */
const OF_NPM = ['ci', 'install', 'test', 'start'];

test('docs: shell commands can be parsed, and name scripts and files that exist', async () => {
  const { scripts, bin } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Manifest;
  const wrong = await mistakes(['sh'], 20, ({ code }) => {
    execFileSync('bash', ['-n'], { input: code, stdio: 'pipe' });
    for (const [command, run, name = ''] of code.matchAll(/\bnpm (run )?([\w:-]+)/g))
      assert.ok(run === undefined ? OF_NPM.includes(name) : Object.hasOwn(scripts, name), command);
    for (const [command, name = ''] of code.matchAll(/\bnpx (audio-[\w-]+)/g))
      assert.ok(Object.hasOwn(bin, name), command);
    for (const [path] of code.matchAll(
      /\b(?:test|scripts|demo|conformance|bench)\/[\w./-]+\.m?[jt]s\b/g,
    ))
      assert.ok(existsSync(join(root, path)), path);
  });
  assert.deepEqual(wrong, []);
});

test('docs: each file that a recipe imports is in the docs too, or in the package', async () => {
  const shown = new Set(
    blocks.map(({ file }) => file).filter((file) => /^demo\/.*\.ts$/.test(file)),
  );
  assert.ok(shown.size > 10, `${shown.size} recipes`);
  const missing: string[] = [];
  for (const file of shown) {
    const source = await readFile(join(root, file), 'utf8');
    for (const [, target = ''] of source.matchAll(/\bfrom '(\.\.?\/[^']+)'/g)) {
      const imported = normalize(join(dirname(file), target)).replace(/\.js$/, '.ts');
      if (!/^src\/server(?:\.ts|\/(?:node|bullmq)\.ts)$/.test(imported) && !shown.has(imported))
        missing.push(`${file} imports ${imported}`);
    }
  }
  assert.deepEqual(missing, []);
});
