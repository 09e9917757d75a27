/** What shows that something in between has answered, and not the place that was asked. */

const PAGE_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
const PAGE = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i;

/**
 * True for a web page. `text`: the beginning of a body that is not JSON; null if it is not known. An empty body is no page,
 * whatever its type is.
 */
export const isWebPage = (contentType: string | null, text: string | null): boolean =>
  text?.trim() !== '' && (PAGE_TYPE.test(contentType ?? '') || PAGE.test(text ?? ''));

/**
 * True for a status that no place sends that a page asks: a redirect that was not followed, the expired session of a
 * framework, or a proxy that asks for a password (407, 511).
 */
export const isForeignStatus = (status: number): boolean =>
  status < 200 || (status >= 300 && status < 400) || [407, 419, 440, 511].includes(status);
