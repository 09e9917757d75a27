import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * The demo's stand-in for a partner's sign-in: each browser is its own user, known by a signed cookie. `secret` must
 * stay on the server. With the same secret, users survive a restart.
 */
export const createSession = (secret: string) => {
  const key = createHmac('sha256', secret).update('audio-transcribe demo session').digest();
  // Cookies do not depend on the port, so each demo on this machine has a name of its own.
  const cookie = `demo_user_${createHmac('sha256', key).update('cookie').digest('hex').slice(0, 8)}`;
  const pattern = new RegExp(`(?:^|;\\s*)${cookie}=([0-9a-f-]{36})\\.([\\w-]{43})(?:;|$)`);
  const sign = (id: string): string => createHmac('sha256', key).update(id).digest('base64url');

  const userOf = (cookies: string | undefined | null): string | null => {
    const [, id, signature] = pattern.exec(cookies ?? '') ?? [];
    if (id === undefined || signature === undefined) return null;
    // Both are 43 characters long.
    return timingSafeEqual(Buffer.from(signature), Buffer.from(sign(id))) ? `demo-${id}` : null;
  };
  const newCookie = (): string => {
    const id = randomUUID();
    return `${cookie}=${id}.${sign(id)}`;
  };
  return {
    /** The user of a `Cookie` header; null without a valid cookie. */
    userOf,
    /** Gives a browser without a valid cookie a new user. */
    signIn(req: IncomingMessage, res: ServerResponse): void {
      if (userOf(req.headers.cookie) !== null) return;
      res.setHeader('Set-Cookie', `${newCookie()}; Path=/; HttpOnly; SameSite=Lax`);
    },
    /** For the handler's `authorize`: who is asking, or null without a valid cookie. */
    authorize(request: Request): { userId: string } | null {
      const userId = userOf(request.headers.get('cookie'));
      return userId === null ? null : { userId };
    },
    /** A `Cookie` header of a new user. */
    newCookie,
  };
};

export type DemoSession = ReturnType<typeof createSession>;
