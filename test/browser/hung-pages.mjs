/** Ends pages that hang. A page whose script never returns cannot report itself, so the server watches it. */
import { LIMITS } from '../../scripts/limits.mjs';

/** How much longer than its own time limit a test may take, in ms. That limit ends a test that only waits. */
const GRACE_MS = 10_000;

const MESSAGE = 'audio-transcribe-test';

/** In each page: tells the server that the test file loads, and which test begins. Fails a test that leaves a rejection. */
const report = `
  import { sendMessage } from '/__web-dev-server__web-socket.js';
  // A promise that nobody handles fails the test, as an error that nobody catches does.
  addEventListener('unhandledrejection', ({ reason }) =>
    reportError(new Error('Nobody handles “' + reason + '”', { cause: reason })),
  );
  const sessionId = new URL(location.href).searchParams.get('wtr-session-id');
  const { testFile } = globalThis.__WTR_CONFIG__;
  const tell = (title, limitMs) =>
    sendMessage({ type: '${MESSAGE}', sessionId, testFile, title, limitMs });
  if (sessionId !== null) {
    // Sent before a test can block the page.
    const connected = tell(null, ${LIMITS.browserTest});
    mocha.suite.beforeAll('reports its file', function () {
      this.timeout(${LIMITS.browserTest});
      return connected;
    });
    mocha.suite.beforeEach('reports its name', async function () {
      this.timeout(${LIMITS.browserTest});
      await tell(this.currentTest.fullTitle(), this.currentTest.timeout());
      // The message leaves the page with the next task.
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    });
  }
`;

export const testRunnerHtml = (testFramework) => `<!doctype html>
<html>
  <head></head>
  <body>
    <script type="module" src="${testFramework}"></script>
    <script type="module">${report}</script>
  </body>
</html>`;

/** Ids of the sessions whose page hangs. */
const hung = new Set();

const systemTimer = (end, { limitMs }) => {
  const timer = setTimeout(end, limitMs + GRACE_MS);
  return () => clearTimeout(timer);
};

/**
 * A plugin that fails a page without progress with the name of its test, while others go on. `after` calls `end` when
 * the time of a test, or of loading a file, is over; it returns a function that cancels that. It needs `testRunnerHtml`.
 */
export function failHungPages(after = systemTimer) {
  const cancels = new Map();
  const forget = (id) => {
    cancels.get(id)?.();
    cancels.delete(id);
  };
  return {
    name: 'fail-hung-pages',
    serverStart({ webSockets }) {
      const fail = (webSocket, { sessionId, title }) => {
        hung.add(sessionId);
        const what = title === null ? 'The test file did not load' : `“${title}” did not end`;
        const errors = [{ message: `${what} in time: the page hangs.` }];
        // As if the page had reported it.
        const data = {
          type: 'wtr-session-finished',
          sessionId,
          userAgent: 'none',
          result: { passed: false, logs: [], errors },
        };
        webSockets.emit('message', { webSocket, data });
      };
      webSockets.on('message', ({ webSocket, data }) => {
        if (data.type === 'wtr-session-finished') forget(data.sessionId);
        if (data.type !== MESSAGE) return;
        if (data.title === null) webSocket.on('close', () => forget(data.sessionId));
        forget(data.sessionId);
        cancels.set(
          data.sessionId,
          after(() => fail(webSocket, data), data),
        );
      });
    },
  };
}

/** Makes a launcher of puppeteer close a page that hangs, with its process. It cannot be reused. */
export function closeHungPages(launcher) {
  const stopSession = launcher.stopSession.bind(launcher);
  launcher.stopSession = async (id) => {
    if (!hung.has(id)) return stopSession(id);
    const page = launcher.getPage(id);
    launcher.activePages.delete(id);
    await page.browserContext().close();
    return {};
  };
  return launcher;
}
