/** What the element needs once there is a recording, such as the connections to the service. Loaded by `work-loader.ts`. */
import type { ReactiveControllerHost } from 'lit';
import {
  createBackendFetchToken,
  createHttpBackend,
  type Backend,
} from '../engine/calls/backend.js';
import { createCheckedBackend } from '../engine/calls/page-backend.js';
import { createUploadService, type UploadService } from '../engine/calls/upload-service.js';
import {
  createTokenProvider,
  withTimeout,
  type FetchToken,
  type TokenProvider,
} from '../engine/calls/user-tokens.js';
import { isTranscribeError, type TranscribeError } from '../protocol/errors.js';
import type { Ports } from '../engine/ports.js';
import { errorFor } from '../protocol/failures.js';
import { isOfAnother } from '../engine/session/owner.js';
import { runJob as runEngineJob } from '../engine/session/run-job.js';
import type { RunJob } from '../engine/session/session.js';
import type { LateStylesController } from '../shown/late-styles.js';
import { speakerWords } from '../shown/shown-transcript.js';
import { intake } from '../strings/en-intake.js';
import { normaliseTranscript } from '../transcript/transcript.js';
import type { LanguageController } from './controllers/language.js';
import { playedOf } from './played-audio.js';
import type { ElementSettings } from './settings.js';
import { StoredTranscript, type StoredTranscriptOptions } from './stored-transcript.js';
import { tellAnswer, tellMistakes } from './tell-developers.js';
import { renderWorking } from './views/working.js';
import { working } from './views/working.styles.js';

export { toolsWith } from './played-audio.js';
export { createRecordingPorts } from '../browser/recording-ports.js';
export { tellError, tellNoStorage } from './tell-developers.js';

export type ConnectionSettings = Pick<
  ElementSettings,
  'serviceUrl' | 'backendUrl' | 'fetchToken' | 'backend'
>;

/** The ports that also tell developers who answers. */
const telling = (ports: Ports): Ports => ({ ...ports, tell: tellAnswer });

export const runJob: RunJob = (run) => runEngineJob({ ...run, ports: telling(run.ports) });

const isOfAnotherUser = (error: unknown): boolean =>
  isTranscribeError(error) && error.failure?.reason === 'another-user';

const missing = (what: string): TranscribeError =>
  errorFor('not-set-up', { detail: `<audio-transcribe> needs ${what}.` });

const isBelow = (url: string, baseUrl: string): boolean => {
  const target = new URL(url, document.baseURI);
  const base = new URL(baseUrl, document.baseURI);
  const folder = `${base.pathname.replace(/\/+$/, '')}/`;
  return target.origin === base.origin && target.pathname.startsWith(folder);
};

/**
 * Sends cookies with every request below `backend-url`, even to another origin, as the partner's backend needs the
 * session. This includes `service-url` if the backend relays uploads; the service itself gets no cookies.
 */
const withSession = (ports: Ports, backendUrl: string | null): Ports => {
  if (backendUrl === null) return telling(ports);
  const http: Ports['http'] = (request) =>
    ports.http(isBelow(request.url, backendUrl) ? { ...request, withCookies: true } : request);
  return { ...telling(ports), http };
};

/** User tokens of the page's function, or of the backend at this address. Throws TranscribeError `configuration` if there is neither. */
export const connectTokens = (
  from: FetchToken | string | null,
  ports: Ports,
  onScope: () => void,
): TokenProvider => {
  if (from === null) throw missing('“backend-url” or a “fetchToken” function');
  const fetch =
    typeof from === 'string'
      ? createBackendFetchToken(from, withSession(ports, from))
      : withTimeout(from, ports);
  return createTokenProvider(fetch, ports, onScope);
};

/** Throws TranscribeError `configuration` if a setting is missing. */
export const connectService = (
  ports: Ports,
  { serviceUrl, backendUrl }: ConnectionSettings,
  tokens: () => TokenProvider,
): UploadService => {
  if (serviceUrl === null) throw missing('“service-url”');
  return createUploadService(serviceUrl, tokens(), withSession(ports, backendUrl));
};

/** Throws TranscribeError `configuration` if a setting is missing. */
export const connectBackend = (
  ports: Ports,
  { backend, backendUrl }: ConnectionSettings,
  /** The backend's session belongs to another user than the token. */
  onOtherUser: () => void,
): Backend => {
  if (backend !== null) return createCheckedBackend(backend, ports);
  if (backendUrl === null) throw missing('“backend-url” or a “backend” object');
  const handler = createHttpBackend(backendUrl, withSession(ports, backendUrl));
  return {
    ...handler,
    submit: (request, options) =>
      handler.submit(request, options).catch((error: unknown) => {
        if (isOfAnotherUser(error)) onOtherUser();
        throw error;
      }),
  };
};

const wakeLockApi = (): globalThis.WakeLock | undefined =>
  (navigator as { readonly wakeLock?: globalThis.WakeLock }).wakeLock;

/** Keeps the screen on, which keeps most devices awake. Does nothing if the browser has no wake lock. */
export const createWakeLock = () => {
  let wanted = false;
  let asking = false;
  let sentinel: WakeLockSentinel | null = null;

  /** The browser releases the lock whenever the tab is hidden. */
  const ask = async (): Promise<void> => {
    if (asking || document.visibilityState !== 'visible') return;
    if (sentinel !== null && !sentinel.released) return;
    asking = true;
    try {
      sentinel = (await wakeLockApi()?.request('screen')) ?? null;
    } catch {
      // The battery is low, or the page has no permission.
      sentinel = null;
    }
    asking = false;
    if (!wanted) release();
  };
  const release = (): void => {
    void sentinel?.release();
    sentinel = null;
  };
  const onVisible = (): void => void ask();

  return {
    set(value: boolean): void {
      if (value === wanted) return;
      wanted = value;
      if (wanted) {
        document.addEventListener('visibilitychange', onVisible);
        void ask();
      } else {
        document.removeEventListener('visibilitychange', onVisible);
        release();
      }
    },
  };
};

/** What an element uses once this file is loaded, in one value. Adds the styles and texts that it needs. */
export const openWork = (styles: LateStylesController, language: LanguageController) => {
  styles.add([working]);
  language.addIntake(intake, tellMistakes);
  return {
    runJob,
    renderWorking,
    playedOf,
    isOfAnother,
    normalise: normaliseTranscript,
    createShown: (
      host: ReactiveControllerHost & Pick<ElementSettings, 'strings'>,
      options: StoredTranscriptOptions,
    ) =>
      new StoredTranscript(host, { ...options, words: () => speakerWords(language, host.strings) }),
    keepAwake: createWakeLock().set,
  };
};

export type LoadedWork = ReturnType<typeof openWork>;
