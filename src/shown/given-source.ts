/** Where a page's transcript comes from: a property, an address, or a script inside the element. */
import { ContractError, isObject, parseJson } from '../protocol/read.js';
import { parseGivenTranscript } from '../protocol/given-transcript.js';
import { sessionError, TranscribeError } from '../protocol/errors.js';
import type { TranscriptionData } from '../protocol/types.js';

/** A transcript and the corrections that came with it; null if none did. */
export interface Given {
  readonly data: TranscriptionData;
  readonly edits: unknown;
}

/** The corrections beside `data`. A corrected `transcript` contains them already. */
const editsBeside = (given: unknown): unknown => {
  const { data, edits } = isObject(given) ? given : {};
  return isObject(data) && Array.isArray(edits) ? edits : null;
};

/** The message for people. The cause is for developers. */
const UNREADABLE = 'The transcript can’t be shown, because its data is invalid. Contact support.';

const unreadable = (cause: unknown): TranscribeError =>
  new TranscribeError('response-invalid', UNREADABLE, { cause, recoverable: false });

/** Reads what a page gives. `name`: where it is, for messages. Throws TranscribeError `response-invalid`. */
export const readGiven = (given: unknown, name: string): Given => {
  try {
    return { data: parseGivenTranscript(given, name), edits: editsBeside(given) };
  } catch (error) {
    if (error instanceof ContractError) throw unreadable(error);
    throw error;
  }
};

/** Reads JSON. Throws TranscribeError `response-invalid`. */
export const readGivenText = (text: string, name: string): Given => {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    throw unreadable(
      error instanceof ContractError ? new ContractError(name, error.problem) : error,
    );
  }
  return readGiven(json, name);
};

/** Fetches a transcript with the page's cookies. Rejects with TranscribeError, or with the signal's reason. */
export const fetchGiven = async (src: string, signal: AbortSignal): Promise<Given> => {
  const answer = async (): Promise<string> => {
    const address = new URL(src, document.baseURI);
    const headers = { accept: 'application/json' };
    const response = await fetch(address, { credentials: 'include', headers, signal });
    if (!response.ok) throw new Error(`src answers ${response.status}`);
    return response.text();
  };
  const text = await answer().catch((cause: unknown) => {
    signal.throwIfAborted();
    throw sessionError('network', { cause });
  });
  return readGivenText(text, 'src');
};

/** The text of the element's own `<script type="application/json">`; null without one. */
export const scriptIn = (element: Element): string | null =>
  element.querySelector(':scope > script[type="application/json"]')?.textContent ?? null;
