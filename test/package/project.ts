/** A partner's project with its own dependencies from the registry, and the packed package. */
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execute, repository } from './consumer.js';

export interface Project {
  readonly folder: string;
  /** Runs a command in the project and returns its output. If it fails, rejects with the output. */
  readonly run: (command: string, ...args: readonly string[]) => Promise<string>;
  readonly remove: () => Promise<void>;
}

interface Failure {
  readonly message: string;
  readonly stdout: string;
  readonly stderr: string;
}

interface Manifest {
  readonly workspaces?: readonly string[];
  readonly dependencies?: object;
}

/**
 * Copies folders of `test/package` into one project, and installs their dependencies and the tarball, if any: in each
 * workspace, if the project has workspaces.
 */
export const createProject = async (
  tarball: string | null,
  ...fixtures: readonly string[]
): Promise<Project> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'project-')));
  for (const fixture of fixtures) {
    await cp(join(repository, 'test/package', fixture), folder, { recursive: true });
  }
  const manifestOf = async (path: string): Promise<Manifest> =>
    JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const { workspaces = ['.'] } = await manifestOf(join(folder, 'package.json'));
  for (const workspace of tarball === null ? [] : workspaces) {
    const path = join(folder, workspace, 'package.json');
    const manifest = await manifestOf(path);
    const dependencies = { ...manifest.dependencies, 'audio-transcribe': `file:${tarball}` };
    await writeFile(path, JSON.stringify({ ...manifest, dependencies }));
  }

  const run: Project['run'] = async (command, ...args) => {
    try {
      const { stdout, stderr } = await execute(command, args, {
        cwd: folder,
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: 'true' },
      });
      return stdout + stderr;
    } catch (error) {
      const { message, stdout, stderr } = error as Failure;
      throw new Error([message, stdout, stderr].join('\n'), { cause: error });
    }
  };
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline'];
  try {
    await run('npm', 'install', '--silent', ...quiet);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, run, remove };
};
