/** What an answer looks like, as far as support may see it. */
import type { SeenAnswer } from '../../protocol/errors.js';
import { CALLS, type Answer, type Call } from './answers.js';

/** An answer that is no result. */
export class Answered extends Error {
  override readonly name = 'Answered';
  constructor(
    message: string,
    readonly seen: SeenAnswer,
  ) {
    super(message);
  }
}

/** `type/subtype` of a header `Content-Type`, in lower case. Empty for none. */
const mediaType = (contentType: string | null): string =>
  /^\s*[\w.+-]+\/[\w.+-]+/
    .exec(contentType ?? '')?.[0]
    .trim()
    .toLowerCase() ?? '';

const WORDS = 60;

/** Addresses, and what may be a token: neither may reach a log. */
const PRIVATE = /\S*(?::\/\/|@|\w\.[a-z]{2,}\/|\d\.\d+\.\d)\S*|[^\s,;“”]{24,}/gi;

/** The first words that a reader of the page would see, else its title. At most 60 characters. */
export const firstWords = (page: string): string => {
  const read = (html: string): string =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(PRIVATE, '…')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, WORDS);
  const body = page.replace(/<!--[\s\S]*?-->|<(script|style|head|title)\b[\s\S]*?<\/\1>/gi, ' ');
  return read(body) || read(/<title\b[^>]*>([\s\S]*?)<\/title>/i.exec(page)?.[1] ?? '');
};

/** `text`: the body, if it is a web page. */
export const seenAnswer = (
  call: Call,
  answer: Answer,
  { status, contentType }: { readonly status: number; readonly contentType: string | null },
  text: string,
): SeenAnswer => ({
  place: CALLS[call],
  by: ['foreign', 'sign-in', 'none'].includes(answer) ? 'in-between' : 'place',
  status,
  type: mediaType(contentType),
  words: firstWords(text),
});

/** Nobody has answered. */
export const seenNothing = (place: SeenAnswer['place']): SeenAnswer => ({
  ...{ place, by: 'nobody', status: null, type: '', words: '' },
});
