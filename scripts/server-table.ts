/** The table of servers in `docs/adapters.md`, of what `test/package/servers.test.ts` runs. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { slugOf } from '../docs/.vitepress/slug.js';
import { SERVERS, type Server } from '../test/package/servers.js';
import { root } from './paths.mjs';

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

const versionOf = async ({ app, package: name }: Server): Promise<string> => {
  if (name === undefined) return 'Node 20';
  const path = join(root, 'test/package/servers', app, 'package.json');
  const { dependencies } = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  // Another version of the same package: `npm:express@4.22.3`.
  return (dependencies[name] ?? '').replace(/^npm:(.+)@/, '');
};

export const serverTable = async (): Promise<string> => {
  const rows = await Promise.all(
    SERVERS.map(async (server) => [
      server.name,
      await versionOf(server),
      `[${server.recipe}](#${slugOf(server.recipe)})`,
      server.note ?? '',
    ]),
  );
  return [['Server', 'Tried with', 'Recipe', 'Note'], ['---', '---', '---', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
};
