/** Starts a sandbox beside others of the same checkout. */
import { FolderInUse, startSandbox, type Sandbox, type SandboxOptions } from './sandbox/index.js';

export interface BesideOptions extends SandboxOptions {
  /** If another sandbox uses the directory, use `{directory}-2`, `-3` and so on. Default: false. */
  readonly mayMove?: boolean;
}

const MOST = 20;

/** Rejects with FolderInUse if no directory is free. */
export const startBeside = async ({
  mayMove = false,
  directory,
  ...options
}: BesideOptions): Promise<Sandbox> => {
  for (let number = 1; ; number++) {
    try {
      const beside = number === 1 ? directory : `${directory}-${number}`;
      return await startSandbox({ ...options, directory: beside });
    } catch (error) {
      if (!mayMove || !(error instanceof FolderInUse) || number === MOST) throw error;
    }
  }
};
