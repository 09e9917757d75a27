/** What the environment says about the sandbox, for all that starts one. */
import { fileURLToPath } from 'node:url';
import { faultsFromEnvironment } from './sandbox/faults/from-environment.js';
import { readS3Settings, type SandboxOptions } from './sandbox/index.js';

/** A folder that stays: who was interrupted in the middle of an upload goes on when it is started again. */
const DIRECTORY = fileURLToPath(new URL('../.cache/sandbox/', import.meta.url));

/** `SANDBOX_DIRECTORY`, `SANDBOX_FAULTS` and the `S3_` names; a mistake in one is thrown with a sentence that says which. */
export const readSandboxOptions = async (
  environment: NodeJS.ProcessEnv,
): Promise<Pick<SandboxOptions, 'directory' | 'faults' | 's3'>> => {
  const s3 = readS3Settings(environment);
  return {
    directory: environment['SANDBOX_DIRECTORY'] || DIRECTORY,
    faults: await faultsFromEnvironment(environment),
    ...(s3 === undefined ? {} : { s3 }),
  };
};
