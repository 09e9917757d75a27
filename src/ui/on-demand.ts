/** Chromium and Firefox name the module in the error of a failed `import()`. WebKit does not, and does not need it. */
const FAILED_MODULE = /dynamically imported module: (https?:\S+)$/;

/** True if the page names the hash of each script. A script under another URL would not be checked. */
const requiresHashes = (): boolean =>
  [...document.querySelectorAll('script[type="importmap"]')].some(({ textContent }) =>
    textContent.includes('"integrity"'),
  );

/** The URL of a module that could not be downloaded, changed so that the browser downloads it again. */
const retryUrl = (error: unknown, attempt: number): string | null => {
  const [, failed] = FAILED_MODULE.exec(error instanceof Error ? error.message : '') ?? [];
  if (failed === undefined || requiresHashes()) return null;
  const url = new URL(failed);
  url.searchParams.set('retry', String(attempt));
  return url.href;
};

/**
 * Returns a function that downloads a module once. If the download fails, the next call tries again. Firefox, and
 * Chromium before version 156, never repeat a failed `import()` of the same URL, so the next call adds a query to it.
 * `name` is an export of the module: bundlers may put the module's exports into an object of the downloaded file.
 */
export const onDemand = <Module extends object>(
  name: keyof Module,
  load: () => Promise<Module>,
): (() => Promise<Module>) => {
  let loading: Promise<Module> | null = null;
  let failures = 0;

  const isModule = (value: unknown): value is Module =>
    typeof value === 'object' && value !== null && name in value;

  const attempt = async (): Promise<Module> => {
    try {
      return await load();
    } catch (error) {
      failures += 1;
      const url = failures > 1 ? retryUrl(error, failures) : null;
      if (url === null) throw error;
      const file: unknown = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
      const inside: readonly unknown[] = Object.values(file as object);
      const module = [file, ...inside].find(isModule);
      if (module === undefined) throw error;
      return module;
    }
  };

  return () =>
    (loading ??= attempt().catch((error: unknown) => {
      loading = null;
      throw error;
    }));
};

/** Calls a function when the browser has nothing else to do. */
export const whenIdle = (run: () => void, options?: IdleRequestOptions): void => {
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run, options);
  else setTimeout(run);
};
