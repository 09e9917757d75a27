/** The body of an error response of a storage host (4.5): S3's XML, which Google, Azure, OSS and COS use too. */

/** Only this much of the body is read, in characters. */
export const STORAGE_ERROR_LENGTH = 4096;

export interface StorageError {
  /** The host's name for the error, such as `SlowDown`. Null if there is none. */
  readonly code: string | null;
  /** What the message says about the time. Hosts answer `AccessDenied` for an address that has expired. */
  readonly says: 'expired' | 'not-yet-valid' | null;
}

/** A host's code. Anything else may be text of a proxy, and the code is written to diagnostics. */
const CODE = /^[A-Za-z][\w.-]{1,63}$/;

const EXPIRED = /expired|not valid in the specified time frame/i;
const EARLY = /not valid yet|not yet valid/i;

/** Reads the code and the message of an error, which may be anything. `header` is `x-ms-error-code` of Azure, or null. */
export const parseStorageError = (body: string, header: string | null = null): StorageError => {
  const start = body.slice(0, STORAGE_ERROR_LENGTH);
  const found = /<Code>\s*([^<]*?)\s*<\/Code>/.exec(start)?.[1] ?? header?.trim() ?? '';
  const code = CODE.test(found) ? found : null;
  if (code === null) return { code, says: null };
  const message = /<(?:Message|AuthenticationErrorDetail)>([\s\S]*)/.exec(start)?.[1] ?? '';
  return {
    code,
    says: EARLY.test(message) ? 'not-yet-valid' : EXPIRED.test(message) ? 'expired' : null,
  };
};
