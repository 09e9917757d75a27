/** What the environment says about the sandbox, for all that starts one. */
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsFromEnvironment } from './sandbox/faults/from-environment.js';
import { readS3Settings, type SandboxOptions } from './sandbox/index.js';

const REPOSITORY = fileURLToPath(new URL('..', import.meta.url));

/**
 * Where the sandbox keeps its secrets and recordings between starts: in the user's own state folder, one per checkout.
 * Never within the repository, which the demo's development server reads files from.
 */
export const stateDirectory = (environment: NodeJS.ProcessEnv): string => {
  const base =
    environment['XDG_STATE_HOME'] ||
    environment['LOCALAPPDATA'] ||
    path.join(homedir(), '.local', 'state');
  const checkout = createHash('sha256').update(REPOSITORY).digest('hex').slice(0, 12);
  return path.join(base, 'audio-transcribe', `sandbox-${checkout}`);
};

/** `SANDBOX_DIRECTORY`, `SANDBOX_FAULTS` and the `S3_` names; a mistake in one is thrown with a sentence that says which. */
export const readSandboxOptions = async (
  environment: NodeJS.ProcessEnv,
): Promise<Pick<SandboxOptions, 'directory' | 'faults' | 's3'>> => {
  const s3 = readS3Settings(environment);
  return {
    directory: environment['SANDBOX_DIRECTORY'] || stateDirectory(environment),
    faults: await faultsFromEnvironment(environment),
    ...(s3 === undefined ? {} : { s3 }),
  };
};
