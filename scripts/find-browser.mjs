import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cache } from './paths.mjs';

const programFolders = [
  process.env.PROGRAMFILES,
  process.env['PROGRAMFILES(X86)'],
  process.env.LOCALAPPDATA,
].filter(Boolean);

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const installedChromes = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ...programFolders.map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe')),
];

const installedFirefoxes = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  ...programFolders.map((folder) => join(folder, 'Mozilla Firefox/firefox.exe')),
];

/** Switches for tests: a single process tree that connects only to the test's own servers. */
const chromeSwitches = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
  // A microphone that beeps, and whose permission is always given.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

/** Throws with instructions if a path was set explicitly but does not exist. */
function givenByHand(variable) {
  const path = process.env[variable];
  if (!path) return undefined;
  if (!existsSync(path)) {
    throw new Error(
      `${variable} is set to "${path}", where there is no file. Correct or unset it.`,
    );
  }
  return path;
}

/**
 * The bundled font configuration names only folders of AWS Lambda. Without a font, the renderer crashes at the first
 * text in an SVG.
 */
const fontList = (folder, folders) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((each) => `  <dir>${each}</dir>\n`).join('')}  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

/** True if `npm ci` installs a Chromium for this system. */
export const hasBundledChrome = process.platform === 'linux' && process.arch === 'x64';

/**
 * Unpacks the Chromium that `npm ci` installed, once: into a temporary folder, then renamed.
 * @param {{ownFonts?: boolean}} options `ownFonts`: without the fonts of this machine, so that a page looks the same on all
 * @returns {ReturnType<typeof findChrome>}
 */
export async function bundledChrome({ ownFonts = false } = {}) {
  if (!hasBundledChrome) {
    throw new Error(
      'No Chrome or Chromium was found. Install one, or set CHROME_PATH to its file.',
    );
  }
  const packageFile = join(
    dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))),
    '../../package.json',
  );
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8'));
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    const unpacking = `${folder}.${process.pid}`;
    mkdirSync(unpacking, { recursive: true });
    const unpack = `import c from '@sparticuz/chromium'; await c.executablePath();`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], {
      cwd: dirname(packageFile),
      // It unpacks next to TMPDIR, and its own shared libraries only if it detects Lambda.
      env: { ...process.env, TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: 'nodejs20.x' },
    });
    try {
      renameSync(unpacking, folder);
    } catch (error) {
      rmSync(unpacking, { recursive: true, force: true });
      if (!existsSync(folder)) throw error; // Otherwise, another process was faster.
    }
  }
  const fonts = join(folder, ownFonts ? 'own-fonts.conf' : 'fonts.conf');
  const folders = [`${folder}/fonts`, ...(ownFonts ? [] : ['/usr/share/fonts'])];
  writeFileSync(fonts, fontList(folder, folders));
  return {
    executablePath: join(folder, 'chromium'),
    args: [...chromeSwitches, '--no-zygote'],
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: fonts,
    },
  };
}

/**
 * How to launch Chromium: CHROME_PATH, else an installed one, else the one of the development dependencies, which
 * `CHROME_PATH=bundled` selects.
 * @returns {Promise<{executablePath: string, args: string[], env: NodeJS.ProcessEnv}>} launch options for Playwright and
 *   puppeteer
 */
export async function findChrome() {
  if (process.env.CHROME_PATH === 'bundled') return bundledChrome();
  const executablePath = givenByHand('CHROME_PATH') ?? installedChromes.find(existsSync);
  return executablePath
    ? { executablePath, args: chromeSwitches, env: process.env }
    : bundledChrome();
}

/** @returns {string | undefined} a browser with windows, as people have it; CHROME_PATH names another */
export const findFullChrome = () =>
  process.env.CHROME_PATH ||
  installedChromes.find((path) => path !== HEADLESS_SHELL && existsSync(path));

/** @returns {string | undefined} the Firefox of this machine; FIREFOX_PATH names another */
export const findFirefox = () => givenByHand('FIREFOX_PATH') ?? installedFirefoxes.find(existsSync);
