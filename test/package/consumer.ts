/** A partner's project with the packed package and only its declared dependencies. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const execute = promisify(execFile);

/** The fields of package.json that the tests read. */
export interface PackageJson {
  readonly name: string;
  readonly license: string;
  readonly publishConfig: { readonly provenance: boolean };
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

export interface Consumer {
  readonly folder: string;
  readonly tarball: string;
  /** All files of the tarball, relative to the package. */
  readonly files: readonly string[];
  readonly packageFolder: string;
  readonly packageJson: PackageJson;
  readonly remove: () => Promise<void>;
}

const link = async (name: string, into: string): Promise<void> => {
  await mkdir(dirname(join(into, name)), { recursive: true });
  await symlink(join(repository, 'node_modules', name), join(into, name), 'dir');
};

/** The tarball: PACKED_TARBALL, or a new one that is built and packed into the given folder. */
export const packInto = async (folder: string): Promise<string> => {
  const given = process.env['PACKED_TARBALL'];
  if (given !== undefined) return given;
  await execute(process.execPath, ['scripts/pack.mjs', folder], { cwd: repository });
  const json = await readFile(join(repository, 'package.json'), 'utf8');
  const { name, version } = JSON.parse(json) as { name: string; version: string };
  return join(folder, `${name}-${version}.tgz`);
};

/** Unpacks the tarball and adds the fixture's files and the declared dependencies. */
export const createConsumer = async (): Promise<Consumer> => {
  const folder = await mkdtemp(join(tmpdir(), 'consumer-'));
  const modules = join(folder, 'node_modules');
  await cp(join(repository, 'test/package/fixture'), folder, { recursive: true });

  const tarball = await packInto(folder);
  const packageFolder = join(modules, 'audio-transcribe');
  await mkdir(packageFolder, { recursive: true });
  await execute('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1']);
  const { stdout } = await execute('tar', ['-tzf', tarball]);

  const packageJson = JSON.parse(
    await readFile(join(packageFolder, 'package.json'), 'utf8'),
  ) as PackageJson;
  const { dependencies, peerDependencies } = packageJson;
  const declared = Object.keys({ ...dependencies, ...peerDependencies });
  for (const dependency of [...declared, '@types/react', 'react-dom', 'scheduler'])
    await link(dependency, modules);

  return {
    folder,
    tarball,
    files: stdout
      .trim()
      .split('\n')
      .map((file) => file.replace(/^package\//, '')),
    packageFolder,
    packageJson,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
