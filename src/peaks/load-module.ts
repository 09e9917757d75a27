/** Loads what the worker needs later, and checks that it is what the build has made. */

/** The SHA-384 of each file that the worker loads, in Base64, by the name of the file. Null: they are not checked. */
export type ModuleHashes = Readonly<Record<string, string>> | null;

/**
 * The address of a file beside a script, as an absolute one: in Turbopack's bundles, `URL` objects are not. Null in a
 * bundle that is not a module, which has no `import.meta.url`. Bundlers recognise exactly `new URL('./…', import.meta.url)`:
 * they copy the file and replace its address.
 */
export const addressBeside = (find: () => URL): string | null => {
  try {
    return new URL(find().href, location.href).href;
  } catch {
    return null;
  }
};

/** The file is not what the build has made. */
export class IntegrityError extends Error {
  override readonly name = 'IntegrityError';
}

/** Bundlers must not resolve these imports: the URLs are known only when the page runs. */
const importModule = (url: string): Promise<unknown> =>
  import(/* @vite-ignore */ /* webpackIgnore: true */ url);

/** Resolves with null if a policy of the page forbids the work. Rejects if it fails for another reason. */
const unlessForbidden = async <T>(work: () => Promise<T>): Promise<T | null> => {
  let isForbidden = false;
  const note = (): void => {
    isForbidden = true;
  };
  globalThis.addEventListener('securitypolicyviolation', note);
  try {
    return await work();
  } catch (error) {
    // The event comes later than the error.
    await new Promise((resolve) => setTimeout(resolve));
    if (isForbidden) return null;
    throw error;
  } finally {
    globalThis.removeEventListener('securitypolicyviolation', note);
  }
};

const sha384 = async (bytes: ArrayBuffer): Promise<string> =>
  btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-384', bytes))));

/**
 * Imports a module of this package. With a hash, the bytes are checked, and those bytes run. Where the page's policy does
 * not allow the worker to read the file or to run a Blob, the file is imported from its URL. Throws `IntegrityError`.
 */
export const loadModule = async (url: string, hashes: ModuleHashes): Promise<void> => {
  const expected = hashes?.[new URL(url).pathname.split('/').pop() ?? ''];
  if (hashes !== null && expected === undefined) throw new IntegrityError();
  const read = async (): Promise<ArrayBuffer> => {
    const response = await fetch(url, { credentials: 'omit' });
    if (!response.ok) throw new Error('the file cannot be loaded');
    return response.arrayBuffer();
  };
  const bytes = expected === undefined ? null : await unlessForbidden(read);
  if (bytes === null) return void (await importModule(url));
  if ((await sha384(bytes)) !== expected) throw new IntegrityError();
  const blob = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  try {
    const done = await unlessForbidden(() => importModule(blob).then(() => true));
    if (done === null) await importModule(url);
  } finally {
    URL.revokeObjectURL(blob);
  }
};

declare const AUDIO_TRANSCRIBE_HASHES: ModuleHashes;

/**
 * The hashes of the files beside the scripts for a CDN, which the build writes into those scripts. Null in the modules of the
 * package, because bundlers may change the files that they copy.
 */
export const builtHashes = (): ModuleHashes =>
  typeof AUDIO_TRANSCRIBE_HASHES === 'undefined' ? null : AUDIO_TRANSCRIBE_HASHES;
