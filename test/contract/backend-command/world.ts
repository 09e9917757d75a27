/** The backend process between a scripted service and a partner's application, all on loopback. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { readBackendSettings } from '../../../demo/backend-command/settings.js';
import { startBackendProcess, type RunningBackend } from '../../../demo/backend-command/start.js';
import { close, listen, startFakeService, type FakeService } from '../../support/fake-service.js';

export const COOKIE = 'session=of-ada-0123456789';
export const SECRETS = ['secret-1-0123456789', 'api-key-1-0123456789', 'partner-token-1', COOKIE];

export interface Asked {
  readonly req: IncomingMessage;
  readonly body: string;
}

export interface Application {
  readonly url: string;
  readonly asked: Asked[];
  /** What `AUTHORIZE_URL` answers instead of the user of the cookie. */
  answer: { status: number; headers?: Record<string, string>; body?: string } | null;
  /** Status to posts. */
  postStatus: number;
}

export const startApplication = async (t: TestContext): Promise<Application> => {
  const application: { -readonly [K in keyof Application]: Application[K] } = {
    url: '',
    asked: [],
    answer: null,
    postStatus: 200,
  };
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      application.asked.push({ req, body });
      if (req.method === 'POST') return res.writeHead(application.postStatus).end();
      const isAda = req.headers.cookie === COOKIE;
      const {
        status,
        headers = { 'Content-Type': 'application/json' },
        body: answer = '',
      } = application.answer ??
      (isAda ? { status: 200, body: '{"userId":"user-ada"}' } : { status: 401 });
      return res.writeHead(status, headers).end(answer);
    });
  });
  t.after(() => close(server));
  application.url = await listen(server);
  return application;
};

const scripted = async (t: TestContext): Promise<FakeService> => {
  const service = await startFakeService();
  t.after(() => service.close());
  service.on('POST /oauth/partner/access-token', () => ({
    json: { access_token: 'partner-token-1', expires_in: 7200 },
  }));
  service.on('POST /open/partner/users/access-token', () => ({
    json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 86_400 },
  }));
  service.on('POST /open/partner/ai/transcriptions/', () => ({
    json: { transcription_id: 'task-1', status: 'PENDING', data: {} },
  }));
  return service;
};

export interface BackendWorld {
  readonly service: FakeService;
  readonly application: Application;
  readonly logs: string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Starts the process; `t.after` ends it. */
  start(
    changes?: Readonly<Record<string, string>>,
    limits?: Parameters<typeof startBackendProcess>[2],
  ): Promise<RunningBackend>;
}

export const createBackendWorld = async (t: TestContext): Promise<BackendWorld> => {
  const [service, application] = [await scripted(t), await startApplication(t)];
  const logs: string[] = [];
  const environment = {
    SERVICE_URL: service.url,
    CLIENT_ID: 'client-1',
    CLIENT_SECRET: 'secret-1-0123456789',
    API_KEY: 'api-key-1-0123456789',
    AUTHORIZE_URL: `${application.url}/who`,
    PORT: '0',
  };
  t.after(() => {
    for (const secret of SECRETS)
      assert.ok(!logs.join('\n').includes(secret), 'a log has a secret');
  });
  return {
    ...{ service, application, logs, environment },
    async start(changes = {}, limits = {}) {
      const settings = readBackendSettings({ ...environment, ...changes });
      const running = await startBackendProcess(settings, (line) => void logs.push(line), limits);
      let closing: Promise<void> | null = null;
      const stop = (): Promise<void> => (closing ??= running.close());
      t.after(stop);
      return { ...running, close: stop };
    },
  };
};
