import type { Http } from '../engine/index.js';
import { noteRequest } from './connectivity.js';

/** `Http` over fetch. Cookies go only to the page's own origin: the partner's backend knows the person by them. */
export const fetchHttp: Http = async ({ url, method, headers, body, signal }) => {
  const noteAnswer = noteRequest();
  const response = await fetch(url, {
    method,
    headers,
    signal: signal,
    credentials: 'same-origin',
    cache: 'no-store',
    ...(body === undefined ? {} : { body }),
  });
  noteAnswer();
  let content: Promise<unknown> | null = null;
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    json: () => (content ??= response.text().then((text) => JSON.parse(text) as unknown)),
  };
};
