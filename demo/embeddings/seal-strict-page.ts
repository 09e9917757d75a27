/** The policy of `csp.html`: the hashes of its scripts, and the hosts that it may talk to. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The path of the page. */
export const STRICT_PAGE = 'demo/csp.html';

const digest = (algorithm: 'sha256' | 'sha384', bytes: string | Buffer): string =>
  `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`;

/** The scripts in a folder that a script mentions, directly or through others, and that script itself. */
const scriptsFrom = async (folder: string, entry: string): Promise<Map<string, Buffer>> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const found = new Map<string, Buffer>();
  const visit = async (name: string): Promise<void> => {
    if (found.has(name)) return;
    const bytes = await readFile(join(folder, name));
    found.set(name, bytes);
    const text = bytes.toString();
    for (const other of names) if (text.includes(other)) await visit(other);
  };
  await visit(entry);
  return found;
};

/**
 * Adds the hashes of all scripts to the built page: of the first one to its tag, of the others to an import map, and
 * of the import map to the policy. See "Integrity" in docs/frameworks/cdn.md.
 */
export const sealStrictPage = async (folder: string): Promise<void> => {
  const html = await readFile(join(folder, STRICT_PAGE), 'utf8');
  const [tag, entry = ''] =
    /<script type="module"[^>]* src="\.\.\/assets\/([^"]+)">/.exec(html) ?? [];
  if (tag === undefined) throw new Error(`${STRICT_PAGE} has no module script.`);
  const scripts = await scriptsFrom(join(folder, 'assets'), entry);
  const hashes = [...scripts].map(([name, bytes]) => [
    `../assets/${name}`,
    digest('sha384', bytes),
  ]);
  const map = JSON.stringify({ integrity: Object.fromEntries(hashes) as unknown });
  const integrity = digest('sha384', scripts.get(entry) ?? '');
  await writeFile(
    join(folder, STRICT_PAGE),
    html
      .replace(`script-src 'self'`, `script-src 'self' '${digest('sha256', map)}'`)
      .replace(
        tag,
        `<script type="importmap">${map}</script>\n    ${tag.replace('>', ` integrity="${integrity}">`)}`,
      ),
  );
};

/** The page, with the storage host in its policy. The hosts are known only once the server runs. */
export const strictPage = async (folder: string, storageHost: string): Promise<string> => {
  const html = await readFile(join(folder, STRICT_PAGE), 'utf8');
  return html.replace(`connect-src 'self'`, `connect-src 'self' ${storageHost}`);
};
