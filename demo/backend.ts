import { createPartnerHandler, type PartnerHandler } from '../src/server.js';
import type { DemoTarget } from './environment.js';
import { findInstalled } from '../scripts/setup/recognition.mjs';
import { findRecognizer, type Sandbox } from './sandbox/index.js';
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
  readonly settings: DemoSettings;
  /** Null if the demo uses the real service. */
  readonly sandbox: Sandbox | null;
  close(): Promise<void>;
}

export const BACKEND_PATH = '/api/transcribe';

/** The partner's side of the demo: the handler, and the sandbox unless the real service is used. */
export const startBackend = async (
  target: DemoTarget,
  sandboxOptions: DemoSandboxOptions,
): Promise<DemoBackend> => {
  if (target.kind === 'service') {
    const { kind, ...credentials } = target;
    const session = createSession(credentials.clientSecret);
    return {
      session,
      // The page also requests upload plans through the handler, because the real service may not allow other
      // origins.
      handler: createPartnerHandler({
        ...credentials,
        basePath: BACKEND_PATH,
        authorize: session.authorize,
        proxyUploads: true,
      }),
      settings: {
        serviceUrl: BACKEND_PATH,
        backendUrl: BACKEND_PATH,
        target: kind,
        recognizer: null,
      },
      sandbox: null,
      close: () => Promise.resolve(),
    };
  }
  const recognizer =
    sandboxOptions.recognizer ?? findRecognizer(process.env, await findInstalled());
  const sandbox = await startBeside({ ...sandboxOptions, recognizer });
  const session = createSession(sandbox.credentials.clientSecret);
  return {
    session,
    handler: createPartnerHandler({
      ...sandbox.credentials,
      basePath: BACKEND_PATH,
      authorize: session.authorize,
      serviceUrl: sandbox.serviceUrl,
      // The pages of the frameworks send everything to this backend, as a partner can.
      proxyUploads: true,
      // The sandbox's storage is on loopback, so its host must be listed, like any private host.
      allowedFileHosts: [new URL(sandbox.storageUrl).host],
    }),
    settings: {
      serviceUrl: sandbox.serviceUrl,
      backendUrl: BACKEND_PATH,
      target: target.kind,
      recognizer: recognizer.name,
    },
    sandbox,
    close: sandbox.close,
  };
};
