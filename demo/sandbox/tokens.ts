/** The two levels of tokens (specification, section 5); only digests of them are kept. */
import type { IncomingMessage } from 'node:http';
import { Refusal } from './http/refusal.js';
import type { Clock, Lifetimes } from './options.js';
import { digest, randomName } from './secrets.js';

type Token =
  | { readonly level: 'partner'; readonly expiresAt: number }
  | { readonly level: 'refresh'; readonly expiresAt: number }
  | { readonly level: 'user'; readonly expiresAt: number; readonly userId: string };

/** Answer of 4.1 and 4.2; OAuth's names, since the specification shows none. */
export interface PartnerTokenAnswer {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
}

/** 2.2. */
export interface UserTokenAnswer {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly expires_in: number;
}

export interface Tokens {
  readonly issuePartner: () => PartnerTokenAnswer;
  /** Uses up a refresh token; refuses one that was used, has expired or is none. */
  readonly refreshPartner: (refreshToken: string) => PartnerTokenAnswer;
  readonly issueUser: (userId: string, seconds?: number) => UserTokenAnswer;
  readonly requirePartner: (request: IncomingMessage) => void;
  /** The user the token was issued for. */
  readonly requireUser: (request: IncomingMessage) => string;
  /** Ends the token that a request carries, however long it claimed to live; another is not harmed. */
  readonly expire: (request: IncomingMessage) => void;
}

const refuse = (status: 401 | 403, code: string, message: string): Refusal =>
  new Refusal(status, code, message, {
    headers: {
      'WWW-Authenticate': `Bearer error="${status === 401 ? 'invalid_token' : 'insufficient_scope'}"`,
    },
  });

export const createTokens = (clock: Clock, lifetimes: Lifetimes): Tokens => {
  const known = new Map<string, Token>();
  const key = (token: string): string => digest(token).toString('base64');

  const forgetExpired = (): void => {
    // Kept for a day more, so that "expired" can be told from "unknown".
    const limit = clock.now() - 86_400_000;
    for (const [name, { expiresAt }] of known) if (expiresAt < limit) known.delete(name);
  };

  const issue = (prefix: string, seconds: number, token: (expiresAt: number) => Token): string => {
    forgetExpired();
    const value = randomName(prefix, 32);
    known.set(key(value), token(clock.now() + seconds * 1000));
    return value;
  };

  const issuePartner = (): PartnerTokenAnswer => ({
    access_token: issue('pt', lifetimes.partnerToken, (expiresAt) => ({
      level: 'partner',
      expiresAt,
    })),
    token_type: 'bearer',
    expires_in: lifetimes.partnerToken,
    refresh_token: issue('rt', lifetimes.refreshToken, (expiresAt) => ({
      level: 'refresh',
      expiresAt,
    })),
  });

  const bearerValue = (request: IncomingMessage): string | undefined =>
    /^Bearer +([\x21-\x7e]+)$/i.exec(request.headers.authorization ?? '')?.[1];

  const bearer = (request: IncomingMessage): Token => {
    const value = bearerValue(request);
    if (value === undefined)
      throw refuse(401, 'token-required', 'Send Authorization: Bearer with a token.');
    const token = known.get(key(value));
    if (token === undefined || token.level === 'refresh')
      throw refuse(401, 'token-unknown', 'This token is not known here: obtain a new one.');
    if (token.expiresAt <= clock.now())
      throw refuse(401, 'token-expired', 'This token has expired: obtain a new one.');
    return token;
  };

  return {
    issuePartner,
    refreshPartner: (refreshToken) => {
      const token = known.get(key(refreshToken));
      if (token?.level !== 'refresh' || token.expiresAt <= clock.now())
        throw new Refusal(
          401,
          'refresh-token-rejected',
          'This refresh token was used, has expired or is not known here: exchange the client credentials again.',
        );
      known.delete(key(refreshToken));
      return issuePartner();
    },
    issueUser: (userId, seconds = lifetimes.userToken) => ({
      access_token: issue('ut', seconds, (expiresAt) => ({ level: 'user', expiresAt, userId })),
      token_type: 'bearer',
      expires_in: seconds,
    }),
    requirePartner: (request) => {
      if (bearer(request).level !== 'partner')
        throw refuse(
          403,
          'partner-token-required',
          'A user token cannot do this: send the partner token.',
        );
    },
    requireUser: (request) => {
      const token = bearer(request);
      if (token.level !== 'user')
        throw refuse(
          403,
          'user-token-required',
          'A partner token cannot do this: send a user token.',
        );
      return token.userId;
    },
    expire: (request) => {
      const name = key(bearerValue(request) ?? '');
      const token = known.get(name);
      if (token !== undefined) known.set(name, { ...token, expiresAt: clock.now() });
    },
  };
};
