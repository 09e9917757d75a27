/**
 * A small service that follows the specification, and breaks one rule on request. It needs no network: its `fetch`
 * answers directly. The checks are proved with it, see docs/conformance-rules.md.
 */
import type { Material } from '../recordings/material.js';
import type { Fetch } from '../service/ports.js';
import { PATHS } from '../service/requests.js';
import { askedOf, jsonResponse, Refused, type Asked } from './http.js';
import type { Faulty, MutantName } from './mutants.js';
import { createReferenceTasks } from './tasks.js';
import { createReferenceTokens, type ReferenceCredentials } from './tokens.js';
import { createReferenceUploads } from './uploads.js';

export interface ReferenceService {
  readonly serviceUrl: string;
  readonly credentials: ReferenceCredentials;
  readonly fetch: Fetch;
}

export interface ReferenceOptions {
  /** Null for a service without faults. */
  readonly mutant: MutantName | null;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What it can recognise. */
  readonly material: Pick<Material, 'speech' | 'others'>;
}

const SERVICE_URL = 'https://service.reference.invalid';
const SECRET = 'the-secret-of-the-reference';

const PAGES = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST',
  'Access-Control-Allow-Headers': 'authorization, content-type',
};

export const createReferenceService = (options: ReferenceOptions): ReferenceService => {
  const { mutant, now, material } = options;
  const faulty: Faulty = (name) => name === mutant;
  const credentials = {
    clientId: 'reference-client',
    clientSecret: SECRET,
    apiKey: faulty('5.api-key') ? SECRET : 'the-api-key-of-the-reference',
  };
  const tokens = createReferenceTokens(faulty, now, credentials);
  const uploads = createReferenceUploads(faulty, now, SERVICE_URL, tokens);
  const tasks = createReferenceTasks(faulty, material, credentials, tokens, uploads);
  let busy = faulty('8.rate-limits');

  const routes: Readonly<Record<string, (asked: Asked) => Response>> = {
    [PATHS.exchange]: tokens.exchange,
    [PATHS.refresh]: tokens.refresh,
    [PATHS.userToken]: tokens.issue,
    [PATHS.plan]: uploads.plan,
    [PATHS.complete]: uploads.complete,
    [PATHS.transcriptions]: tasks.submit,
    ...(faulty('4.7.slash') ? { [PATHS.transcriptions.slice(0, -1)]: tasks.submit } : {}),
  };

  const serve = (asked: Asked): Response => {
    const { method, url } = asked;
    const path = url.pathname;
    if (url.origin !== SERVICE_URL || path.startsWith('/storage/')) return uploads.store(asked);
    if (method === 'OPTIONS') {
      if (faulty('4.4.cors')) throw new Refused(405, 'no pages');
      return new Response(null, { status: 204, headers: PAGES });
    }
    const route = routes[path];
    if (method === 'POST' && route !== undefined) {
      if (!busy || path !== PATHS.userToken) return route(asked);
      busy = false;
      return new Response('', { status: 429, headers: { 'Retry-After': '7' } });
    }
    if (method === 'GET' && path.startsWith(PATHS.transcriptions))
      return tasks.query(asked, path.slice(PATHS.transcriptions.length));
    throw new Refused(404, 'no such path');
  };

  const refusal = ({ status, message }: Refused, { url }: Asked): Response => {
    if (url.origin === SERVICE_URL)
      return faulty('7.errors')
        ? new Response(message, { status, headers: { 'Content-Type': 'text/plain' } })
        : jsonResponse({ error: message }, status);
    return faulty('7.storage-errors')
      ? jsonResponse({ error: message }, status)
      : new Response(`<Error><Code>${message}</Code></Error>`, {
          status,
          headers: { 'Content-Type': 'application/xml' },
        });
  };

  return {
    serviceUrl: SERVICE_URL,
    credentials,
    fetch: async (url, init = {}) => {
      const asked = askedOf(url, init);
      try {
        return serve(asked);
      } catch (error) {
        if (error instanceof Refused) return refusal(error, asked);
        throw error;
      }
    },
  };
};
