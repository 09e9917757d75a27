import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

const COOKIE = 'demo_user';
const PATTERN = new RegExp(`(?:^|;\\s*)${COOKIE}=(demo-[0-9a-f-]{36})(?:;|$)`);

const userOf = (cookies: string | undefined | null): string | null =>
  PATTERN.exec(cookies ?? '')?.[1] ?? null;

/** The demo's stand-in for a partner's sign-in: every browser is a user of its own. */
export const signIn = (req: IncomingMessage, res: ServerResponse): void => {
  if (userOf(req.headers.cookie) !== null) return;
  res.setHeader('Set-Cookie', `${COOKIE}=demo-${randomUUID()}; Path=/; HttpOnly; SameSite=Lax`);
};

/** Who is asking, for the handler's `authorize`. */
export const authorizeDemo = (request: Request): { userId: string } | null => {
  const userId = userOf(request.headers.get('cookie'));
  return userId === null ? null : { userId };
};
