/** Starting programs on systems other than this one. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { commandLine } from '../../../scripts/run-step.mjs';

test('commandLine: without a shell, arguments are not changed', () => {
  const args = ['--test', 'a b.ts'];
  assert.deepEqual(commandLine('node', args, false), { command: 'node', args, shell: false });
});

test('commandLine: on Windows, the shell gets one line with quoted words', () => {
  assert.deepEqual(
    commandLine('C:\\Program Files\\nodejs\\node.exe', ['--test', 'C:\\a b\\c.ts', 'x.ts'], true),
    {
      command: '"C:\\Program Files\\nodejs\\node.exe" --test "C:\\a b\\c.ts" x.ts',
      args: [],
      shell: true,
    },
  );
});

test('isMain: a script runs that is started through a link to its folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'is-main-'));
  try {
    const paths = fileURLToPath(new URL('../../../scripts/paths.mjs', import.meta.url));
    const script = `import { isMain } from '${pathToFileURL(paths).href}';\nconsole.log(isMain(import.meta));\n`;
    await writeFile(path.join(folder, 'script.mjs'), script);
    await symlink(folder, path.join(folder, 'link'), 'junction');
    const started = path.join(folder, 'link', 'script.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [started]);
    assert.equal(stdout.trim(), 'true');
  } finally {
    await rm(folder, { recursive: true });
  }
});
