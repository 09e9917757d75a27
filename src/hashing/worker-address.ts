/**
 * Where the hashing worker can be started from. A page that enforces Trusted Types takes no plain string for it: the
 * policy of this module approves the package's own two addresses and nothing else.
 */

/** A string, a URL, or a `TrustedScriptURL` that a policy of the page has made. */
export type WorkerAddress = string | { toString(): string; toJSON(): string };

/** The Trusted Types API, as far as it is used here. */
interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): WorkerAddress };
}

/** A page that sends a `trusted-types` directive must list this name. */
const POLICY_NAME = 'audio-transcribe';

/**
 * Address of the worker file beside this script; null where this page cannot start a worker from it. Bundlers look
 * for this very expression: they copy the file and fill in its new address. `import.meta.url` alone would become a
 * path of the machine that built the page.
 */
export const besideScript = (): string | null => {
  try {
    const { href, origin } = new URL('./audio-transcribe.worker.js', import.meta.url);
    return origin === location.origin ? href : null;
  } catch {
    // A bundle that is no module has no address of its own.
    return null;
  }
};

const approve = (address: string): string => {
  if (address === besideScript() || address.startsWith('blob:')) return address;
  throw new TypeError('This is not an address of the hashing worker of audio-transcribe.');
};

let policy: ReturnType<PolicyFactory['createPolicy']> | null | undefined;

/** One of the package's own addresses, as this page takes it; null where its CSP refuses the policy. */
export const trustedAddress = (address: string): WorkerAddress | null => {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: PolicyFactory };
  if (trustedTypes === undefined) return address;
  if (policy === undefined) {
    try {
      policy = trustedTypes.createPolicy(POLICY_NAME, { createScriptURL: approve });
    } catch {
      // Asked for once only, as the browser reports every refusal to the console.
      policy = null;
    }
  }
  return policy === null ? null : policy.createScriptURL(address);
};
