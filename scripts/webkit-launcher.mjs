import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from './free-port.mjs';
import { LAUNCHES, LIMITS } from './limits.mjs';

const features = [
  'StorageAPI',
  'StorageAPIEstimate',
  'FileSystem',
  'AccessHandle',
  'FileSystemWritableStream',
];

/**
 * The paths of WebKitGTK's driver and MiniBrowser on Debian and its derivatives.
 * @returns {{driver: string, browser: string} | undefined}
 */
export function findWebKit() {
  const driver = '/usr/bin/WebKitWebDriver';
  if (!existsSync(driver)) return undefined;
  const browser = readdirSync('/usr/lib')
    .flatMap((folder) => ['4.1', '4.0'].map((api) => `${folder}/webkit2gtk-${api}`))
    .map((folder) => join('/usr/lib', folder, 'MiniBrowser'))
    .find(existsSync);
  return browser && { driver, browser };
}

/** A page that hangs does not respond, and blocks its driver. */
const inTime = () => AbortSignal.timeout(LIMITS.navigation);

async function webdriver(base, method, path, body, signal) {
  const response = await fetch(base + path, {
    method,
    signal,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`WebKitWebDriver: ${value.error}: ${value.message}`);
  return value;
}

async function answering(base) {
  const isLate = AbortSignal.timeout(LIMITS.launch);
  for (;;) {
    try {
      return await webdriver(base, 'GET', '/status', undefined, isLate);
    } catch (error) {
      if (isLate.aborted) throw error;
      await delay(100);
    }
  }
}

function spawnDriver(driver, port) {
  const withDisplay = process.env.DISPLAY
    ? [driver]
    : ['xvfb-run', '-a', '-s', '-screen 0 1280x1024x24', driver];
  const [command, ...args] = [...withDisplay, `--port=${port}`];
  return spawn(command, args, {
    stdio: 'ignore',
    detached: true, // A separate process group, so that driver and display end together.
    env: { ...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1', GTK_A11Y: 'none' },
  });
}

/** Starts the driver. Each of its windows is a browser process of its own, with empty storage. */
async function startDriver({ driver, browser }) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const child = spawnDriver(driver, port);
  const failed = new Promise((_, reject) => child.once('error', reject));
  const stop = () => process.kill(-child.pid, 'SIGTERM');
  try {
    await Promise.race([answering(base), failed]);
  } catch (error) {
    if (child.pid !== undefined && child.exitCode === null) stop();
    throw error;
  }
  return {
    async openWindow(url) {
      const capabilities = {
        alwaysMatch: {
          'webkitgtk:browserOptions': {
            binary: browser,
            args: [
              '--automation',
              '--autoplay-policy=allow',
              `--features=${features.map((name) => `+${name}`).join(',')}`,
            ],
          },
        },
      };
      const { sessionId } = await webdriver(base, 'POST', '/session', { capabilities }, inTime());
      const window = `/session/${sessionId}`;
      await webdriver(base, 'POST', `${window}/url`, { url }, inTime());
      return window;
    },
    closeWindow: (window) => webdriver(base, 'DELETE', window, undefined, inTime()),
    stop,
  };
}

/**
 * A Web Test Runner launcher that drives WebKitGTK over WebDriver, on a virtual display if there is no other. Each test
 * file gets a new window, so it inherits no storage, lock or cached page from the file before it.
 * @param {{driver: string, browser: string}} paths from `findWebKit`
 */
export function webkitLauncher(paths) {
  const sessions = new Map();
  let started;

  /**
   * If other browsers are busy, about one window in a hundred never opens. No test has run in it then, so this starts a
   * new driver, which opens a new window.
   */
  async function openWindow(url, attempt = 1) {
    let driver;
    try {
      started ??= startDriver(paths);
      driver = await started;
      return await driver.openWindow(url);
    } catch (error) {
      driver?.stop();
      started = undefined;
      if (attempt === LAUNCHES)
        throw new Error(`infrastructure: WebKitGTK opened no page: ${error.message}`, {
          cause: error,
        });
      console.warn(`WebKitGTK opened no page (${error.message}). It starts again.`);
      return openWindow(url, attempt + 1);
    }
  }

  return {
    name: 'WebKitGTK',
    type: 'webdriver',
    concurrency: 1,
    async initialize() {},
    async startSession(id, url) {
      sessions.set(id, { url, window: await openWindow(url) });
    },
    async stopSession(id) {
      const { window } = sessions.get(id);
      sessions.delete(id);
      const driver = await started;
      await driver.closeWindow(window).catch(() => {
        // A page that hangs blocks its driver. Its tests are already counted; the next ones get a new driver.
        driver.stop();
        started = undefined;
      });
      return {};
    },
    isActive: (id) => sessions.has(id),
    getBrowserUrl: (id) => sessions.get(id)?.url,
    async stop() {
      if (started) (await started).stop();
    },
  };
}
