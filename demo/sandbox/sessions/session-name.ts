/** A session is one user of 4.3, under a name that does not reveal the `user_id`. */
import { digest } from '../secrets.js';

/**
 * Contains the `user_id` of a session. A backend may send it where the contract names no user (4.1, 4.2, and 4.7 for a
 * file elsewhere). On the inspection routes, it selects the session.
 */
export const SESSION_HEADER = 'x-sandbox-session';

const NAME_LENGTH = 16;

/** The form of every session's name. */
export const SESSION_NAME = new RegExp(`^[\\w-]{${NAME_LENGTH}}$`);

/** The same name for the same user. */
export const sessionName = (userId: string): string =>
  digest(userId).toString('base64url').slice(0, NAME_LENGTH);
