import { readdirSync } from 'node:fs';
import type { Bench } from './bench.js';

const suffix = '.bench.ts';
const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(suffix))
  .map((file) => file.slice(0, -suffix.length));

const [name, ...questions] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  const asked = name === undefined ? 'Which bench?' : `There is no bench "${name}".`;
  console.error(`${asked} Run: npm run bench -- <name>, with one of: ${names.join(', ')}.`);
  process.exitCode = 2;
} else {
  const { default: bench } = (await import(`./${name}${suffix}`)) as { default: Bench };
  for await (const { title, rows } of bench(questions)) {
    console.log(`\n${title}`);
    console.table(rows);
  }
}
