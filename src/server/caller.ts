import { userId as readUserId } from '../protocol/index.js';
import { Misconfigured, HttpError } from './http-error.js';
import type { Settings } from './settings.js';

/** The user who asks, by the partner's own session. */
export const authorizedUserId = async (
  request: Request,
  { authorize }: Pick<Settings, 'authorize'>,
): Promise<string> => {
  let session: unknown;
  try {
    session = await authorize(request);
  } catch (cause) {
    throw new Misconfigured('authorize threw.', { cause });
  }
  if (session === null || session === undefined) throw new HttpError('no-session');
  try {
    return readUserId((session as { readonly userId?: unknown }).userId, 'userId');
  } catch {
    throw new Misconfigured(
      'authorize must return { userId } with 6 to 120 characters (4.3), or null: give each user a stable identifier of that length.',
    );
  }
};

/** The user token that the browser sends along, for the service itself to judge. */
export const bearerToken = (request: Request): string => {
  const match = /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.get('authorization') ?? '');
  if (match?.[1] !== undefined) return match[1];
  throw new HttpError('no-session', 'the user token is missing', { 'WWW-Authenticate': 'Bearer' });
};
