/** Real sandboxed frames, whose page also has zone.js: the recording is uploaded. */
import { expect } from '@open-wc/testing';
import { BACKEND_PATHS, SUBMISSION_HEADERS } from '../../../src/protocol/routes.js';
import { expectRightBytes } from '../../support/fault-row.js';
import { closeBackends, openBackend, type PrivateBackend } from '../../support/private-backend.js';
import { recordingBytes, recordingFile } from '../../support/recording.js';

/** What the frame tells: a state, or a call that the page around makes for it. */
interface Told {
  readonly state?: string;
  readonly error?: string;
  readonly fileId?: string;
  readonly shows?: boolean;
  readonly hasZone?: boolean;
  readonly name?: 'fetchToken' | 'submit' | 'query';
  readonly values?: readonly unknown[];
}

/** Calls the backend for a frame that has no session there. */
const call = async (
  { settings }: PrivateBackend,
  name: Told['name'],
  [value, key]: readonly unknown[],
): Promise<unknown> => {
  const post = (path: string, body: unknown): Promise<Response> =>
    fetch(`${settings.backendUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', [SUBMISSION_HEADERS.key]: String(key) },
    });
  const response =
    name === 'fetchToken'
      ? post(BACKEND_PATHS.userToken, {})
      : name === 'submit'
        ? post(BACKEND_PATHS.transcriptions, value)
        : fetch(`${settings.backendUrl}${BACKEND_PATHS.transcriptions}/${String(value)}`);
  return (await response).json();
};

let close: () => void;

/** Uploads in a sandboxed frame. Resolves once the transcript is shown, or with an error. */
const uploadIn = (
  sandbox: string,
  asks: boolean,
  backend: PrivateBackend,
  file: File,
): Promise<Told> =>
  new Promise((resolve) => {
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', sandbox);
    frame.src = new URL('../../support/sandboxed.html', import.meta.url).pathname;
    const listen = ({ source, data, ports }: MessageEvent<Told>): void => {
      if (source !== frame.contentWindow) return;
      const { state, name, values = [] } = data;
      if (name !== undefined)
        void call(backend, name, values).then((answer) => ports[0]?.postMessage(answer));
      else if (state === 'loaded')
        frame.contentWindow?.postMessage({ settings: backend.settings, asks, file }, '*');
      else if (state === 'ready' || state === 'failed') resolve(data);
    };
    window.addEventListener('message', listen);
    close = () => {
      window.removeEventListener('message', listen);
      frame.remove();
    };
    document.body.append(frame);
  });

describe('sandboxed frame of a page with zone.js', () => {
  afterEach(async () => {
    close();
    await closeBackends();
  });

  for (const [title, sandbox, asks] of [
    ['with the origin of its page', 'allow-scripts allow-same-origin', false],
    ['without an origin, for which the page around calls the backend', 'allow-scripts', true],
  ] as const)
    it(`${title}: uploads, and shows the transcript`, async () => {
      const backend = await openBackend();
      const bytes = recordingBytes(200_000);
      const end = await uploadIn(sandbox, asks, backend, recordingFile(bytes));
      const { fileId = '', ...shown } = end;
      expect(shown).to.deep.equal({ state: 'ready', error: '', shows: true, hasZone: true });
      await expectRightBytes(backend, fileId, bytes);
      expect(await backend.tasks()).to.have.length(1);
    });
});
