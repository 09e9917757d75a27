/** What Playwright and puppeteer take as launch options. */
export interface LaunchOptions {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

export function findChrome(): Promise<LaunchOptions>;
export const hasBundledChrome: boolean;
export function bundledChrome(options?: { readonly ownFonts?: boolean }): Promise<LaunchOptions>;
export function findFullChrome(): string | undefined;
export function findFirefox(): string | undefined;
