import type { Http } from '../engine/index.js';
import { unlessBlocked } from './blocked.js';
import { noteRequest } from './connectivity.js';

/**
 * `Http` over fetch. Cookies go to the page's own origin, and to another one only if the request says so. Of the page's
 * address, other hosts are sent the origin only.
 */
export const fetchHttp: Http = async ({ url, method, headers, body, withCookies, signal }) => {
  const noteAnswer = noteRequest();
  const response = await unlessBlocked(url, signal, () =>
    fetch(url, {
      method,
      headers,
      signal,
      credentials: withCookies === true ? 'include' : 'same-origin',
      referrerPolicy: 'strict-origin',
      cache: 'no-store',
      ...(body === undefined ? {} : { body }),
    }),
  );
  noteAnswer();
  let content: Promise<unknown> | null = null;
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    json: () => (content ??= response.text().then((text) => JSON.parse(text) as unknown)),
  };
};
