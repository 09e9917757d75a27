/** The two levels of tokens (4.1 to 4.3), from the credentials that are there. */
import type { Credentials, Settings } from '../arguments.js';
import { NotReached, succeeded, type Answer, type Caller } from '../service/call.js';
import { once } from '../service/once.js';
import type { Quoting } from '../service/quote.js';
import { basic, bearer, PATHS, post, type Headers } from '../service/requests.js';
import { isObject, textField } from '../service/shape.js';

export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** The exchange's response, or the object in it that contains the token. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The bodies to try for 4.1, because the specification shows none. */
const EXCHANGE_BODIES = ['{}', '{"grant_type":"client_credentials"}', ''] as const;

export interface Exchanged {
  readonly answer: Answer;
  readonly body: string;
}

export interface Renewal {
  readonly before: Session;
  readonly answer: Answer;
}

export interface Tokens {
  /** The Basic header of the client. Rejects with NotReached without CLIENT_SECRET. */
  readonly ofClient: () => Promise<Headers>;
  /** A new exchange each time. */
  readonly exchange: () => Promise<Exchanged>;
  readonly exchanged: () => Promise<Exchanged>;
  /** Rejects with NotReached if the response contains no token. */
  readonly sessionOf: (answer: Answer) => Session;
  readonly partnerToken: () => Promise<string>;
  /** A separate partner token that is renewed (4.2), because the service may invalidate the old one. */
  readonly renewed: () => Promise<Renewal>;
  readonly userAnswer: () => Promise<Answer>;
  readonly userToken: () => Promise<string>;
  /** A user token is asked for an hour. */
  readonly hourAnswer: () => Promise<Answer>;
  /** Issues a user token with this body. */
  readonly issue: (body: object) => Promise<Answer>;
  /** The token of a response of 4.3, or NotReached. */
  readonly userTokenIn: (answer: Answer) => string;
}

export const USER_ID = 'conformance-user';

const TOKEN_NAME = /^(?:partner_?)?access_?token$/i;
const REFRESH_NAME = /^(?:partner_?)?refresh_?token$/i;

const OTHER_BODY =
  'give the body that the operator told you with --exchange-body, or a token as PARTNER_TOKEN';

const named = (object: Readonly<Record<string, unknown>>, pattern: RegExp): string | null => {
  const name = Object.keys(object).find((it) => pattern.test(it));
  return name === undefined ? null : textField(object, name);
};

/** Finds the token at the top level or one object deeper, because the specification does not show its place. */
const readSession = (answer: Answer): Session => {
  const top = isObject(answer.json) ? answer.json : {};
  for (const fields of [top, ...Object.values(top).filter(isObject)]) {
    const accessToken = named(fields, TOKEN_NAME);
    if (succeeded(answer) && accessToken !== null)
      return { accessToken, refreshToken: named(fields, REFRESH_NAME), fields };
  }
  throw new NotReached(
    succeeded(answer)
      ? '4.1 answered without a field that looks like a token: pass a token as PARTNER_TOKEN'
      : `4.1 answered ${answer.status}: ${OTHER_BODY}`,
  );
};

export const createTokens = (
  { serviceUrl, credentials, exchangeBody }: Settings,
  send: Caller['send'],
  { hide }: Pick<Quoting, 'hide'>,
): Tokens => {
  const url = (path: string): string => serviceUrl + path;
  const ofClient = async (): Promise<Headers> => {
    const { clientId, clientSecret }: Credentials = credentials;
    if (clientId === null || clientSecret === null) throw new NotReached('needs CLIENT_SECRET');
    return basic(clientId, clientSecret);
  };
  const exchange = async (): Promise<Exchanged> => {
    const headers = await ofClient();
    const bodies = exchangeBody === null ? EXCHANGE_BODIES : [exchangeBody];
    let last: Exchanged | undefined;
    for (const body of bodies) {
      const request = { ...post(url(PATHS.exchange), headers, {}), body: Buffer.from(body) };
      last = { answer: await send(request), body };
      if (![400, 415, 422].includes(last.answer.status)) break;
    }
    return last as Exchanged;
  };
  const sessionOf = (answer: Answer): Session => {
    const session = readSession(answer);
    hide(session.accessToken);
    hide(session.refreshToken ?? '');
    return session;
  };
  const exchanged = once(exchange);
  const partnerToken = once(
    async () => credentials.partnerToken ?? sessionOf((await exchanged()).answer).accessToken,
  );
  const renewed = once(async () => {
    const before = sessionOf((await exchange()).answer);
    if (before.refreshToken === null) throw new NotReached('4.1 gave no refresh_token');
    const body = { refresh_token: before.refreshToken };
    return { before, answer: await send(post(url(PATHS.refresh), await ofClient(), body)) };
  });
  const issue = async (body: object): Promise<Answer> =>
    send(post(url(PATHS.userToken), bearer(await partnerToken()), body));
  const userTokenIn = (answer: Answer): string => {
    const token = textField(answer.json, 'access_token');
    if (!succeeded(answer) || token === null)
      throw new NotReached(`4.3 answered ${answer.status} without a user token`);
    hide(token);
    return token;
  };
  const userAnswer = once(() => issue({ user_id: USER_ID }));
  const hourAnswer = once(() => issue({ user_id: USER_ID, expires_in: 3600 }));
  const userToken = once(async () => credentials.userToken ?? userTokenIn(await userAnswer()));
  return {
    ...{ ofClient, exchange, exchanged, sessionOf, partnerToken, renewed },
    ...{ userAnswer, userToken, hourAnswer, issue, userTokenIn },
  };
};
