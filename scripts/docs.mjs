/** `npm run docs`: the documentation as a site. `npm run docs -- build` writes it to `.cache/docs`. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { generate } from './generate.mjs';
import { root } from './paths.mjs';

const [command = 'dev', ...options] = process.argv.slice(2);

await generate();
const vitepress = join(root, 'node_modules/vitepress/bin/vitepress.js');
spawn(process.execPath, [vitepress, command, 'docs', ...options], {
  cwd: root,
  stdio: 'inherit',
}).on('exit', (code) => (process.exitCode = code ?? 1));
