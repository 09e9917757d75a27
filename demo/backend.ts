import { createPartnerHandler, type PartnerHandler } from '../src/server.js';
import type { DemoTarget } from './environment.js';
import { createRecorder, type Recorder } from './hood/recorder.js';
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { findRecognizer, SESSION_HEADER, type Sandbox } from './sandbox/index.js';
import { createSession, type DemoSession } from './session.js';
import { startBeside, type BesideOptions } from './start-beside.js';

/** The directory, and whatever differs from the defaults. */
export type DemoSandboxOptions = Partial<BesideOptions> & Pick<BesideOptions, 'directory'>;

/** The settings for the page; they contain no secret. */
export interface DemoSettings {
  readonly serviceUrl: string;
  readonly backendUrl: string;
  readonly target: DemoTarget['kind'];
  /** Null if the real service does the recognition. */
  readonly recognizer: string | null;
}

export interface DemoBackend {
  readonly handler: PartnerHandler;
  readonly session: DemoSession;
  /** What the handler received and sent. */
  readonly recorder: Recorder;
  readonly settings: DemoSettings;
  /** Drops the partner token of a user, so that a fault of the exchange affects the user's next request. */
  readonly startAnew: (userId: string) => void;
  /** Null if the demo uses the real service. */
  readonly sandbox: Sandbox | null;
  /** False if parts are sent to a store whose log cannot be read here. */
  readonly seesStorage: boolean;
  close(): Promise<void>;
}

export const BACKEND_PATH = '/api/transcribe';

/** Tells the sandbox whose request this is where the contract does not. */
const withSession = (init: RequestInit = {}, userId: string | null): RequestInit => ({
  ...init,
  headers: {
    ...Object.fromEntries(new Headers(init.headers)),
    ...(userId === null ? {} : { [SESSION_HEADER]: userId }),
  },
});

/** The partner's side of the demo: the handler, and the sandbox unless the real service is used. */
export const startBackend = async (
  target: DemoTarget,
  sandboxOptions: DemoSandboxOptions,
): Promise<DemoBackend> => {
  const recorder = createRecorder();
  if (target.kind === 'service') {
    const { kind, ...credentials } = target;
    const session = createSession(credentials.clientSecret);
    return {
      session,
      recorder,
      // The page also requests upload plans through the handler, because the real service may not allow other
      // origins.
      handler: createPartnerHandler({
        ...credentials,
        basePath: BACKEND_PATH,
        authorize: session.authorize,
        proxyUploads: true,
        fetch: recorder.recorded(fetch),
      }),
      settings: {
        serviceUrl: BACKEND_PATH,
        backendUrl: BACKEND_PATH,
        target: kind,
        recognizer: null,
      },
      startAnew: () => undefined,
      sandbox: null,
      seesStorage: false,
      close: () => Promise.resolve(),
    };
  }
  const recognizer =
    sandboxOptions.recognizer ?? findRecognizer(process.env, await findInstalled());
  const sandbox = await startBeside({ ...sandboxOptions, recognizer });
  try {
    return withSandbox(sandbox, recorder, recognizer.name);
  } catch (error) {
    // Its folder and ports must be free for the next start.
    await sandbox.close();
    throw error;
  }
};

/** The handler that uses a sandbox. */
const withSandbox = (sandbox: Sandbox, recorder: Recorder, recognizer: string): DemoBackend => {
  const session = createSession(sandbox.credentials.clientSecret);
  const handlers = createSessionHandlers(
    ({ headers }) => session.userOf(headers.get('cookie')),
    (userId) =>
      createPartnerHandler({
        ...sandbox.credentials,
        basePath: BACKEND_PATH,
        authorize: session.authorize,
        serviceUrl: sandbox.serviceUrl,
        // The pages of the frameworks send everything to this backend, as a partner can.
        proxyUploads: true,
        // The sandbox's storage is on loopback, so its host must be listed, like any private host.
        allowedFileHosts: [new URL(sandbox.storageUrl).host],
        fetch: recorder.recorded((address, init) => fetch(address, withSession(init, userId))),
      }),
  );
  return {
    session,
    recorder,
    handler: handlers.handler,
    startAnew: handlers.forget,
    settings: {
      serviceUrl: sandbox.serviceUrl,
      backendUrl: BACKEND_PATH,
      target: 'sandbox',
      recognizer,
    },
    sandbox,
    seesStorage: true,
    close: sandbox.close,
  };
};

/** Maximum number of handlers. The least recently used is dropped. */
const MOST_HANDLERS = 200;

/**
 * One handler for each user, and one for requests without a user. A real backend has one for all. Here each user needs
 * a partner token of their own, so that a fault of the token exchange affects no other visitor.
 */
export const createSessionHandlers = (
  userOf: (request: Request) => string | null,
  create: (userId: string | null) => PartnerHandler,
) => {
  const handlers = new Map<string | null, PartnerHandler>();
  return {
    handler: (request: Request): Promise<Response> => {
      const userId = userOf(request);
      const handler = handlers.get(userId) ?? create(userId);
      handlers.delete(userId);
      handlers.set(userId, handler);
      const [oldest] = handlers.keys();
      if (handlers.size > MOST_HANDLERS && oldest !== undefined) handlers.delete(oldest);
      return handler(request);
    },
    /** The user's next request gets a new handler. */
    forget: (userId: string): void => void handlers.delete(userId),
  };
};
