/** 4.1 to 4.3 of the reference service. */
import { bearerOf, demand, jsonResponse, objectOf, Refused, type Asked } from './http.js';
import type { Faulty } from './mutants.js';

export interface ReferenceCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiKey: string;
}

interface Token {
  readonly level: 'partner' | 'user' | 'refresh';
  readonly user: string;
  /** In ms since 1970. */
  readonly until: number;
}

export interface ReferenceTokens {
  readonly exchange: (asked: Asked) => Response;
  readonly refresh: (asked: Asked) => Response;
  readonly issue: (asked: Asked) => Response;
  /** The user of a request with a user token; the names of the faults that let others in. */
  readonly userOf: (asked: Asked, section: '4.4' | '4.6') => string;
  readonly isBearer: (asked: Asked, level: Token['level']) => boolean;
}

const TWO_HOURS = 7_200;
const DAY = 86_400;

const basicParts = ({ headers }: Asked): readonly string[] => {
  const [, encoded = ''] = /^Basic (.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  return Buffer.from(encoded, 'base64').toString('utf8').split(':');
};

export const createReferenceTokens = (
  faulty: Faulty,
  now: () => number,
  { clientId, clientSecret, apiKey }: ReferenceCredentials,
): ReferenceTokens => {
  const tokens = new Map<string, Token>();
  let issued = 0;

  const add = (level: Token['level'], user: string, seconds: number): string => {
    issued += 1;
    const name = `${level}-token-of-the-reference-${issued}`;
    tokens.set(name, { level, user, until: now() + seconds * 1000 });
    return name;
  };
  const valid = (name: string | null): Token | undefined => {
    const token = tokens.get(name ?? '');
    return token !== undefined && token.until > now() ? token : undefined;
  };
  const isBearer: ReferenceTokens['isBearer'] = (asked, level) =>
    valid(bearerOf(asked))?.level === level;

  const partnerToken = (): Readonly<Record<string, unknown>> => {
    const usual = faulty('2.1.lasts') ? 60 : TWO_HOURS;
    const early = faulty('2.1.expires/early') ? TWO_HOURS / 2 : usual;
    const lifetime = faulty('2.1.expires/never') ? 100 * DAY : early;
    const token = {
      access_token: add('partner', '', lifetime),
      ...(faulty('2.1.lifetime/untold')
        ? {}
        : { expires_in: faulty('2.1.lifetime') ? 60 : TWO_HOURS }),
      ...(faulty('2.1.refresh-token') ? {} : { refresh_token: add('refresh', '', 30 * DAY) }),
    };
    return faulty('4.1.fields') ? { data: token } : token;
  };

  const requireBasic = (asked: Asked): void => {
    const [id, secret] = basicParts(asked);
    const { headers } = asked;
    if (!headers.has('authorization') && faulty('4.1.missing-authorization')) return;
    demand(headers.has('authorization'), 401, 'Authorization is missing');
    demand(id === clientId || faulty('4.1.wrong-client'), 401, 'unknown client_id');
    const isKey = secret === apiKey;
    const fits =
      secret === clientSecret || faulty(isKey ? '5.api-key-exchanges' : '4.1.wrong-secret');
    demand(fits, 401, 'wrong secret');
  };

  const requirePartner = (asked: Asked): void => {
    const [id, secret] = basicParts(asked);
    const isSecret = id === clientId && secret === clientSecret;
    if (isSecret && faulty('5.secret-issues')) return;
    const bearer = bearerOf(asked);
    if (!asked.headers.has('authorization') && faulty('4.3.missing-authorization')) return;
    demand(bearer !== null, 401, 'a token is missing');
    const token = valid(bearer);
    if (token === undefined && faulty('4.3.wrong-token')) return;
    demand(token !== undefined, 401, 'unknown token');
    if (token?.level === 'user' && faulty('5.user-token-issues')) return;
    demand(token?.level === 'partner', 403, 'not a partner token');
  };

  const exchange = (asked: Asked): Response => {
    requireBasic(asked);
    demand(!faulty('4.1.exchange'), 400, 'another body');
    const { grant_type } = objectOf(asked.json);
    demand(!faulty('4.1.body') || grant_type === 'client_credentials', 400, 'no grant_type');
    return jsonResponse(partnerToken());
  };

  const refresh = (asked: Asked): Response => {
    if (!faulty('4.2.basic') || asked.headers.has('authorization')) requireBasic(asked);
    demand(!faulty('4.2.shape'), 422, 'another shape');
    const name = String(objectOf(asked.json)['refresh_token']);
    const known = valid(name)?.level === 'refresh';
    demand(known || faulty('4.2.wrong-token'), 401, 'unknown refresh_token');
    if (!faulty('4.2.again')) tokens.delete(name);
    if (faulty('4.2.old-token'))
      for (const [other, { level }] of tokens) if (level === 'partner') tokens.delete(other);
    const renewed = partnerToken();
    return jsonResponse(
      faulty('4.2.new-token') ? { ...renewed, access_token: 'an-unknown-partner-token' } : renewed,
    );
  };

  const requireUserId = (user: unknown): void => {
    if (user === undefined && faulty('4.3.missing-user-id')) return;
    if (typeof user === 'number' && faulty('4.3.user-id-number')) return;
    const least = faulty('4.3.user-id-6') ? 7 : faulty('4.3.user-id-5') ? 5 : 6;
    const most = faulty('4.3.user-id-120') ? 119 : faulty('4.3.user-id-121') ? 121 : 120;
    const fits = typeof user === 'string' && user.length >= least && user.length <= most;
    demand(fits, faulty('7.own-faults') ? 500 : 400, 'user_id does not fit');
  };

  /** In seconds. */
  const lifetimeOf = (requested: unknown): number => {
    const usual = faulty('2.2.lifetime') ? DAY / 24 : DAY;
    if (requested === undefined || faulty('4.3.expires-in')) return usual;
    demand(Number.isSafeInteger(requested), 400, 'expires_in is no integer');
    demand(!faulty('8.expires-in') || Number(requested) >= 3600, 400, 'too short');
    return faulty('4.3.expires-in/capped') ? Math.min(1800, Number(requested)) : Number(requested);
  };

  const realLifetime = (told: number, requested: boolean): number => {
    if (requested && faulty('4.3.lasts')) return told / 1000;
    if (requested && faulty('4.3.lasts/half')) return told / 2;
    if (requested) return faulty('4.3.expires') ? 100 * DAY : told;
    if (faulty('2.2.expires/never')) return 100 * DAY;
    if (faulty('2.2.lasts')) return 60;
    return faulty('2.2.expires/early') ? told / 2 : told;
  };

  const issue = (asked: Asked): Response => {
    requirePartner(asked);
    demand(!faulty('4.3.issue'), 400, 'no user tokens');
    const typed = asked.headers.get('content-type') === 'application/json';
    demand(typed || faulty('4.content-type'), 415, 'not JSON');
    const { user_id, expires_in } = objectOf(asked.json);
    requireUserId(user_id);
    const lifetime = lifetimeOf(expires_in);
    const user = String(user_id);
    const token = faulty('2.2.one-user')
      ? ([...tokens].find(([, { level }]) => level === 'user')?.[0] ?? add('user', user, lifetime))
      : add('user', user, realLifetime(lifetime, expires_in !== undefined));
    return jsonResponse({
      [faulty('2.2.access-token') ? 'token' : 'access_token']: token,
      token_type: faulty('2.2.token-type') ? 'Bearer' : 'bearer',
      expires_in: faulty('2.2.expires-in') ? String(lifetime) : lifetime,
    });
  };

  const userOf: ReferenceTokens['userOf'] = (asked, section) => {
    const anyone = '*';
    if (!asked.headers.has('authorization') && faulty(`${section}.missing-authorization`))
      return anyone;
    const token = valid(bearerOf(asked));
    if (token === undefined) {
      if (bearerOf(asked) !== null && faulty(`${section}.wrong-token`)) return anyone;
      throw new Refused(401, 'unknown token');
    }
    const fault = section === '4.4' ? '5.partner-token-plans' : '5.partner-token-completes';
    if (token.level === 'partner' && faulty(fault)) return anyone;
    demand(token.level === 'user', 403, 'not a user token');
    return token.user;
  };

  return { exchange, refresh, issue, userOf, isBearer };
};
