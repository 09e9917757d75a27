/** The server side of `private-backend.ts`: a sandbox and a backend handler for each test that requests them. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { noRecognizer, startSandbox, type Fault, type Sandbox } from '../../demo/sandbox/index.js';
import type { DemoSession } from '../../demo/session.js';
import { createPartnerHandler } from '../../src/server.js';
import { toNodeHandler } from '../../src/server/node.js';
import { close, listen } from './fake-service.js';
import type { BackendOptions, BackendSettings, Door, TaskSeen } from './private-backend.js';

/** The path at which the test server mounts them. */
export const BACKENDS_PATH = '/test/backends';

interface Backend {
  readonly sandbox: Sandbox;
  readonly settings: BackendSettings;
  readonly handle: ReturnType<typeof toNodeHandler>;
  /** Signs in another user than the one of the page's cookie. */
  readonly signIn: (userId: string) => void;
  /** What requests to the handler meet. */
  readonly setDoor: (door: Door) => void;
  readonly door: () => Door;
  /** The same handler with this user signed in. */
  readonly handleFor: (userId: string) => ReturnType<typeof toNodeHandler>;
  readonly close: () => Promise<void>;
}

const startBackend = async (
  id: string,
  authorize: DemoSession['authorize'],
  options: BackendOptions,
  page: URL,
): Promise<Backend> => {
  const { chunkSize, userTokenSeconds, onAnotherOrigin, ...more } = options;
  const directory = await mkdtemp(path.join(tmpdir(), 'audio-transcribe-test-'));
  const recognizer = noRecognizer();
  const size = chunkSize ?? 64 * 1024;
  const sandbox = await startSandbox({ ...more, directory, recognizer, chunkSize: () => size });
  const basePath = `${BACKENDS_PATH}/${id}/api`;
  const shared = {
    ...sandbox.credentials,
    serviceUrl: sandbox.serviceUrl,
    allowedFileHosts: [new URL(sandbox.storageUrl).host],
    proxyUploads: onAnotherOrigin === true,
    allowedOrigins: onAnotherOrigin === true ? [page.origin] : [],
    ...(userTokenSeconds === undefined ? {} : { userTokenSeconds }),
  };
  let signedIn: { readonly userId: string } | null = null;
  let door: Door = 'open';
  const handler = createPartnerHandler({
    ...shared,
    basePath,
    authorize: (request) => (door === 'signed-out' ? null : (signedIn ?? authorize(request))),
  });
  const handle = toNodeHandler(handler);
  const server = onAnotherOrigin === true ? createServer(handle) : null;
  // The same host on another port: another origin with the same cookies.
  const elsewhere = server && (await listen(server, page.hostname)) + basePath;
  return {
    sandbox,
    settings: {
      serviceUrl: elsewhere ?? sandbox.serviceUrl,
      storageUrl: sandbox.storageUrl,
      backendUrl: elsewhere ?? basePath,
      target: 'sandbox',
      recognizer: recognizer.name,
    },
    handle,
    signIn: (userId) => (signedIn = { userId }),
    setDoor: (next) => (door = next),
    door: () => door,
    handleFor: (userId) =>
      toNodeHandler(
        createPartnerHandler({
          ...shared,
          basePath: `${BACKENDS_PATH}/${id}/as/${userId}/api`,
          authorize: () => ({ userId }),
        }),
      ),
    close: async () => {
      if (server) await close(server);
      await sandbox.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
};

const answer = (response: ServerResponse, status: number, value: unknown): void => {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify(value));
};

const tasksOf = ({ taskIds, taskHistory }: Sandbox): readonly TaskSeen[] =>
  taskIds().map((id) => ({ id, statuses: taskHistory(id).map(({ status }) => status) }));

const sendFile = async (
  response: ServerResponse,
  { uploadedFile }: Sandbox,
  fileId: string,
): Promise<void> => {
  const file = uploadedFile(fileId);
  // 204, because a missing file is a valid answer here.
  if (file === undefined) return void response.writeHead(204).end();
  response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
  response.end(await readFile(file));
};

export interface PrivateBackends {
  /** Handles a request below `BACKENDS_PATH`. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** `authorize` accepts the users that the test server signed in. */
export const createPrivateBackends = (authorize: DemoSession['authorize']): PrivateBackends => {
  const backends = new Map<string, Backend>();

  const open = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const options = JSON.parse(await text(request)) as BackendOptions;
    const id = randomUUID();
    const backend = await startBackend(
      id,
      authorize,
      options,
      new URL(request.headers.origin ?? ''),
    );
    backends.set(id, backend);
    answer(response, 201, { id, settings: backend.settings });
  };

  const inspect = async (
    { sandbox, signIn, setDoor, close }: Backend,
    [id = '', what = '', name = '']: readonly string[],
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    switch (`${request.method} ${what}`) {
      case 'DELETE ':
        backends.delete(id);
        await close();
        return answer(response, 200, {});
      case 'GET log':
        return answer(response, 200, sandbox.log);
      case 'GET tasks':
        return answer(response, 200, tasksOf(sandbox));
      case 'GET files':
        return sendFile(response, sandbox, name);
      case 'POST faults':
        sandbox.faults.set(JSON.parse(await text(request)) as readonly Fault[]);
        return answer(response, 200, sandbox.faults.list());
      case 'POST users':
        signIn(name);
        return answer(response, 200, {});
      case 'POST door':
        setDoor(name as Door);
        return answer(response, 200, {});
      case 'GET sign-in':
        response.writeHead(200, { 'Content-Type': 'text/html' });
        return void response.end('<!doctype html><h1>Sign in</h1><input type="password" />');
      case 'GET faults':
        return answer(response, 200, sandbox.faults.list());
      default:
        return answer(response, 404, { error: `No ${request.method} for ${what}.` });
    }
  };

  return {
    handle: async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const segments = pathname.slice(BACKENDS_PATH.length + 1).split('/');
      try {
        if (segments[0] === '') return await open(request, response);
        const backend = backends.get(segments[0] ?? '');
        if (backend === undefined) return answer(response, 404, { error: 'No such backend.' });
        if (segments[1] === 'api' && backend.door() === 'sign-in-page') {
          const Location = `${BACKENDS_PATH}/${segments[0]}/sign-in`;
          return void response.writeHead(303, { Location }).end();
        }
        if (segments[1] === 'api') return void backend.handle(request, response);
        if (segments[1] === 'as')
          return void backend.handleFor(segments[2] ?? '')(request, response);
        await inspect(backend, segments, request, response);
      } catch (error) {
        answer(response, 400, { error: error instanceof Error ? error.message : String(error) });
      }
    },
    close: async () => {
      await Promise.all([...backends.values()].map(({ close }) => close()));
      backends.clear();
    },
  };
};
