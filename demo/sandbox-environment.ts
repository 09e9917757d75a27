/** Reads the sandbox's settings from the environment. */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsFromEnvironment } from './sandbox/faults/from-environment.js';
import { readPorts } from './ports.js';
import type { BesideOptions } from './start-beside.js';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/**
 * The sandbox's folder for secrets and recordings: in the user's state folder, one per checkout. It is never inside
 * the repository, whose files the demo's development server serves.
 */
export const stateDirectory = (environment: NodeJS.ProcessEnv): string => {
  const base =
    environment['XDG_STATE_HOME'] ||
    environment['LOCALAPPDATA'] ||
    path.join(homedir(), '.local', 'state');
  const checkout = createHash('sha256').update(REPOSITORY).digest('hex').slice(0, 12);
  return path.join(base, 'audio-transcribe', `sandbox-${checkout}`);
};

/**
 * Reads `SANDBOX_DIRECTORY`, `SANDBOX_FAULTS` and the ports; throws with the name of an invalid one.
 */
export const readSandboxOptions = async (
  environment: NodeJS.ProcessEnv,
): Promise<
  Pick<BesideOptions, 'directory' | 'mayMove' | 'faults' | 'servicePort' | 'storagePort'>
> => {
  const { service, storage } = readPorts(environment);
  return {
    directory: environment['SANDBOX_DIRECTORY'] || stateDirectory(environment),
    // A second demo of this checkout has a directory of its own.
    mayMove: !environment['SANDBOX_DIRECTORY'],
    ...(service === undefined ? {} : { servicePort: service }),
    ...(storage === undefined ? {} : { storagePort: storage }),
    faults: await faultsFromEnvironment(environment),
  };
};
