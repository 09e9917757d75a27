import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const features = [
  'StorageAPI',
  'StorageAPIEstimate',
  'FileSystem',
  'AccessHandle',
  'FileSystemWritableStream',
];

/**
 * WebKitGTK's driver and small browser, where Debian and its kin put them.
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

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A page that hangs does not respond, and blocks its driver. */
const inTime = () => AbortSignal.timeout(30_000);

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
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await webdriver(base, 'GET', '/status');
    } catch (error) {
      if (attempt === 100) throw error;
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

/** Starts the driver and one browser window in it. */
async function openWindow({ driver, browser }) {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const child = spawnDriver(driver, port);
  const failed = new Promise((_, reject) => child.once('error', reject));
  await Promise.race([answering(base), failed]);
  const { sessionId } = await webdriver(base, 'POST', '/session', {
    capabilities: {
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
    },
  });
  return {
    visit: (url, signal) => webdriver(base, 'POST', `/session/${sessionId}/url`, { url }, signal),
    async close() {
      const end = webdriver(base, 'DELETE', `/session/${sessionId}`, undefined, inTime());
      await end.catch(() => undefined);
      process.kill(-child.pid, 'SIGTERM');
    },
  };
}

/**
 * A Web Test Runner launcher that drives WebKitGTK over plain WebDriver, under a virtual display
 * where there is none.
 * @param {{driver: string, browser: string}} paths from `findWebKit`
 */
export function webkitLauncher(paths) {
  const urls = new Map();
  let window;
  return {
    name: 'WebKitGTK',
    type: 'webdriver',
    concurrency: 1,
    async initialize() {},
    async startSession(id, url) {
      window ??= openWindow(paths);
      urls.set(id, url);
      await (await window).visit(url);
    },
    async stopSession(id) {
      urls.delete(id);
      const used = await window;
      await used.visit('about:blank', inTime()).catch(async () => {
        // Its tests are counted by now, or have failed. The next tests get a new window.
        window = undefined;
        await used.close().catch(() => undefined);
      });
      return {};
    },
    isActive: (id) => urls.has(id),
    getBrowserUrl: (id) => urls.get(id),
    async stop() {
      if (window) await (await window).close().catch(() => undefined);
    },
  };
}
