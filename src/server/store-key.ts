/**
 * A key of a shared store, as `audio-transcribe:partner-token:<64 hexadecimal digits>`: one for each purpose and
 * each `subject`, of which it tells nothing.
 */
export const storeKey = async (purpose: string, subject: readonly string[]): Promise<string> => {
  const name = new TextEncoder().encode(JSON.stringify(subject));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', name));
  const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `audio-transcribe:${purpose}:${hex}`;
};
