/** The two levels of tokens (section 5). Only their digests are stored. */
import { finite, object, oneOf, record, text, type Reader } from '../../src/protocol/read.js';
import type { UserToken } from '../../src/protocol/types.js';
import { Refusal } from './route.js';
import type { Clock, Lifetimes, Secrets } from './settings.js';
import type { Records } from './store.js';

/** `expiresAt` is in ms of the sandbox's clock. */
export type Token =
  | { readonly level: 'partner'; readonly expiresAt: number }
  | { readonly level: 'refresh'; readonly expiresAt: number }
  | { readonly level: 'user'; readonly expiresAt: number; readonly userId: string };

/** A token as stored on disk, by its digest. */
export const readToken: Reader<Token> = (json, place) =>
  object(json, place)['level'] === 'user'
    ? record({ level: oneOf(['user']), expiresAt: finite, userId: text })(json, place)
    : record({ level: oneOf(['partner', 'refresh']), expiresAt: finite })(json, place);

/** 2.2. */
export type UserTokenAnswer = Omit<UserToken, 'userKey'>;

/** Response of 4.1 and 4.2, with OAuth's field names, because the specification shows none. */
export interface PartnerTokenAnswer extends UserTokenAnswer {
  readonly refresh_token: string;
}

export type Tokens = Awaited<ReturnType<typeof loadTokens>>;

/** Until then, an expired token can be distinguished from an unknown one. */
const REMEMBERED_MS = 86_400_000;

const refuse = (status: 401 | 403, code: string, message: string): Refusal =>
  new Refusal(status, code, message, {
    headers: {
      'WWW-Authenticate': `Bearer error="${status === 401 ? 'invalid_token' : 'insufficient_scope'}"`,
    },
  });

interface TokensOptions {
  readonly clock: Clock;
  readonly lifetimes: Lifetimes;
  readonly records: Records<Token>;
  readonly secrets: Secrets;
}

/** Restores tokens issued before a restart. */
export const loadTokens = async ({
  clock,
  lifetimes,
  records,
  secrets: { random, digest: key },
}: TokensOptions) => {
  const known = new Map<string, Token>(await records.load());

  /** A token is returned only after it is stored, so that it survives a restart. */
  const issue = async (
    prefix: string,
    seconds: number,
    token: (expiresAt: number) => Token,
  ): Promise<string> => {
    const value = random(prefix, 32);
    const issued = token(clock.now() + seconds * 1000);
    await records.write(key(value), issued);
    known.set(key(value), issued);
    return value;
  };

  const issuePartner = async (): Promise<PartnerTokenAnswer> => ({
    access_token: await issue('pt', lifetimes.partnerToken, (expiresAt) => ({
      level: 'partner',
      expiresAt,
    })),
    token_type: 'bearer',
    expires_in: lifetimes.partnerToken,
    refresh_token: await issue('rt', lifetimes.refreshToken, (expiresAt) => ({
      level: 'refresh',
      expiresAt,
    })),
  });

  const bearerValue = (headers: Headers): string | undefined =>
    /^Bearer +([\x21-\x7e]+)$/i.exec(headers.get('authorization') ?? '')?.[1];

  const bearer = (headers: Headers): Token => {
    const value = bearerValue(headers);
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
    /** Uses up a refresh token; rejects one that was used, has expired or is unknown. */
    refreshPartner: async (refreshToken: string): Promise<PartnerTokenAnswer> => {
      const name = key(refreshToken);
      const token = known.get(name);
      if (token?.level !== 'refresh' || token.expiresAt <= clock.now())
        throw new Refusal(
          401,
          'refresh-token-rejected',
          'This refresh token was used, has expired or is not known here: exchange the client credentials again.',
        );
      known.delete(name);
      const renewed = await issuePartner();
      // Deleted last: a client that did not get the response can repeat the request after a restart.
      await records.remove(name);
      return renewed;
    },
    issueUser: async (userId: string, seconds = lifetimes.userToken): Promise<UserTokenAnswer> => ({
      access_token: await issue('ut', seconds, (expiresAt) => ({
        level: 'user',
        expiresAt,
        userId,
      })),
      token_type: 'bearer',
      expires_in: seconds,
    }),
    requirePartner: (headers: Headers): void => {
      if (bearer(headers).level !== 'partner')
        throw refuse(
          403,
          'partner-token-required',
          'A user token cannot do this: send the partner token.',
        );
    },
    /** The user that the token was issued for. */
    requireUser: (headers: Headers): string => {
      const token = bearer(headers);
      if (token.level !== 'user')
        throw refuse(
          403,
          'user-token-required',
          'A partner token cannot do this: send a user token.',
        );
      return token.userId;
    },
    /** The user of the token in a request, also if it has expired; undefined for any other token. */
    userOf: (headers: Headers): string | undefined => {
      const token = known.get(key(bearerValue(headers) ?? ''));
      return token?.level === 'user' ? token.userId : undefined;
    },
    /** Revokes the token in a request, before its expiry, and no other token. */
    expire: (headers: Headers): void => {
      const name = key(bearerValue(headers) ?? '');
      const token = known.get(name);
      if (token === undefined) return;
      const expired = { ...token, expiresAt: clock.now() };
      known.set(name, expired);
      records.write(name, expired).catch((error: unknown) => {
        console.error('The service could not save that a token has expired:', error);
      });
    },
    /** Deletes tokens that expired a day ago, and returns their number. */
    sweep: async (): Promise<number> => {
      const limit = clock.now() - REMEMBERED_MS;
      const expired = [...known].filter(([, { expiresAt }]) => expiresAt < limit);
      for (const [name] of expired) {
        known.delete(name);
        await records.remove(name);
      }
      return expired.length;
    },
  };
};
