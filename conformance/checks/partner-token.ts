/** 2.1, 4.1 and 4.2: the partner token. The specification shows little of it, so many checks only note. */
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { basic, bearer, otherThan, PATHS } from '../service/requests.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { field, fieldNames } from '../service/shape.js';
import { USER_ID, type Renewal, type Session } from '../steps/tokens.js';
import type { World } from '../steps/world.js';
import { described, note, recommended, refused, required } from './builders.js';

const TWO_HOURS = 7200;
const EXCHANGE = 'give the handler your own function as `exchange` (docs/backend.md)';
const REFRESH = 'give the handler your own function as `refresh` (docs/backend.md)';
const FALLS_BACK = 'If a refresh fails, the handler exchanges the client credentials again';

const session = async (world: World): Promise<Session> =>
  world.sessionOf((await world.exchanged()).answer);

const credentialsOf = ({ settings: { credentials } }: World): readonly [string, string] => {
  const { clientId, clientSecret } = credentials;
  if (clientId === null || clientSecret === null) throw new NotReached('needs CLIENT_SECRET');
  return [clientId, clientSecret];
};

/** An exchange with other headers, in the body that the service takes. */
const exchangeWith = async (
  world: World,
  headers: Readonly<Record<string, string>>,
): Promise<Answer> => {
  const { body } = await world.exchanged();
  return world.send({
    method: 'POST',
    url: world.url(PATHS.exchange),
    headers: { 'Content-Type': 'application/json', ...headers },
    body: Buffer.from(body),
  });
};

export const partnerTokenChecks: readonly Check[] = [
  required(
    '4.1.exchange',
    'Basic authentication with client_id and secret gives a partner token.',
    async (world) => {
      const { answer } = await world.exchanged();
      // The body is not shown, so a refusal of the one that was sent breaks no rule.
      world.sessionOf(answer);
      return passed(answer);
    },
  ),
  note('4.1.body', 'Which body does the exchange take?', async (world) => {
    const { body, answer } = await world.exchanged();
    if (!succeeded(answer)) throw new NotReached(`4.1 answered ${answer.status}`);
    if (body === '{}') return noted('{}, as the package sends it', answer);
    return noted(
      body === '' ? '{} is refused; no body at all is taken' : `not {}, but ${body}`,
      answer,
      `The package sends {}: ${EXCHANGE}.`,
    );
  }),
  note('4.1.fields', 'Which fields does the exchange answer?', async (world) => {
    const { fields } = await session(world);
    const { answer } = await world.exchanged();
    const asGuessed = typeof field(answer.json, 'access_token') === 'string';
    return noted(
      answer.quote(fieldNames(fields)),
      answer,
      asGuessed ? undefined : `The package reads access_token at the top level: ${EXCHANGE}.`,
    );
  }),
  refused('4.1.missing-authorization', 'Authorization is required.', 'exchange', (world) =>
    exchangeWith(world, {}),
  ),
  refused(
    '4.1.wrong-secret',
    'Only the secret of the client_id is accepted.',
    'exchange',
    (world) => {
      const [clientId, secret] = credentialsOf(world);
      return exchangeWith(world, basic(clientId, otherThan(secret)));
    },
  ),
  refused(
    '5.api-key-exchanges',
    'The api_key in place of the secret gives no token.',
    'exchange',
    (world) => {
      const [clientId, secret] = credentialsOf(world);
      const { apiKey } = world.pair();
      if (apiKey === secret) throw new NotReached('API_KEY is the secret (5.api-key)');
      return exchangeWith(world, basic(clientId, apiKey));
    },
  ),
  refused(
    '4.1.wrong-client',
    'Only a client_id that was issued is accepted.',
    'exchange',
    (world) => {
      const [clientId, secret] = credentialsOf(world);
      return exchangeWith(world, basic(otherThan(clientId), secret));
    },
  ),
  recommended('2.1.lifetime', 'A partner token is said to live about 2 hours.', async (world) => {
    const { fields } = await session(world);
    const { answer } = await world.exchanged();
    const seconds = fields['expires_in'];
    if (typeof seconds !== 'number')
      return noted(
        'the answer has no expires_in',
        answer,
        'The handler assumes 7200 s. If tokens live shorter, return expires_in from your own `exchange`.',
      );
    return Math.abs(seconds - TWO_HOURS) <= TWO_HOURS / 4
      ? passed(answer)
      : failed('about 7200 s', `${seconds} s`, answer);
  }),
  required('2.1.refresh-token', 'The exchange returns a refresh_token.', async (world) => {
    const { refreshToken, fields } = await session(world);
    const { answer } = await world.exchanged();
    return refreshToken === null
      ? failed(
          'a field named refresh_token',
          answer.quote(fieldNames(fields)),
          answer,
          'Nothing to set: the handler then exchanges the client credentials each time.',
        )
      : passed(answer);
  }),
];

/** The response to a successful refresh. */
const renewal = async (world: World): Promise<Renewal> => {
  const renewed = await world.renewed();
  if (!succeeded(renewed.answer))
    throw new NotReached(`the refresh answered ${renewed.answer.status}`);
  return renewed;
};

const refresh = async (world: World, refreshToken: string, basicHeader = true): Promise<Answer> =>
  world.post(PATHS.refresh, basicHeader ? await world.ofClient() : {}, {
    refresh_token: refreshToken,
  });

/** These run late, because a service may invalidate the old token when it issues a new one. */
export const refreshChecks: readonly Check[] = [
  note('4.2.shape', 'What does the refresh take, and what does it answer?', async (world) => {
    const { answer } = await world.renewed();
    if (!succeeded(answer))
      return noted(
        `{ refresh_token } with the Basic header is answered ${described(answer)}`,
        answer,
        `${FALLS_BACK}. To avoid that, ${REFRESH}.`,
      );
    const asGuessed = typeof field(answer.json, 'access_token') === 'string';
    return noted(
      `{ refresh_token } with the Basic header is taken; answered: ${answer.quote(fieldNames(answer.json))}`,
      answer,
      asGuessed ? undefined : `The package reads access_token at the top level: ${REFRESH}.`,
    );
  }),
  recommended('4.2.new-token', 'A refreshed partner token works.', async (world) => {
    await world.works.userToken();
    const { answer } = await renewal(world);
    const { accessToken } = world.sessionOf(answer);
    const used = await world.post(PATHS.userToken, bearer(accessToken), { user_id: USER_ID });
    return succeeded(used)
      ? passed([answer, used])
      : failed('a user token for the new partner token', described(used), [answer, used]);
  }),
  recommended('4.2.wrong-token', 'Only an issued refresh_token is accepted.', async (world) => {
    const { before } = await renewal(world);
    const answer = await refresh(world, otherThan(before.refreshToken ?? ''));
    return answer.status < 400
      ? failed('a refusal with a status of 4xx', described(answer), answer)
      : passed(answer);
  }),
  note('4.2.old-token', 'Does the old partner token work after a refresh?', async (world) => {
    const { before } = await renewal(world);
    const body = { user_id: USER_ID };
    const answer = await world.post(PATHS.userToken, bearer(before.accessToken), body);
    return succeeded(answer)
      ? noted('yes', answer)
      : noted(
          `no (${answer.status})`,
          answer,
          'Several instances of your backend must share one `tokenCache`, or they end each other’s tokens.',
        );
  }),
  note('4.2.again', 'Can a refresh_token be used twice?', async (world) => {
    const { before } = await renewal(world);
    const answer = await refresh(world, before.refreshToken ?? '');
    return succeeded(answer)
      ? noted('yes', answer)
      : noted(
          `no (${answer.status})`,
          answer,
          `${FALLS_BACK}. Let several instances share one \`tokenCache\`.`,
        );
  }),
  note('4.2.basic', 'Does the refresh need the Basic header?', async (world) => {
    const { answer } = await renewal(world);
    const { refreshToken } = world.sessionOf(answer);
    if (refreshToken === null) throw new NotReached('the refresh gave no refresh_token');
    const bare = await refresh(world, refreshToken, false);
    return noted(succeeded(bare) ? 'no' : `yes (${bare.status} without it)`, bare);
  }),
];
