/** 2.2 and 4.3: the user token. */
import type { Answer } from '../call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { basic, bearer, otherThan, PATHS } from '../requests.js';
import { BEARER, COUNT, field, TEXT } from '../shape.js';
import { USER_ID, type World } from '../world.js';
import { accepted, asAccepted, check, refused, shaped } from './check-builders.js';

const DAY = 86_400;

const ask = async (world: World, body: object): Promise<Answer> =>
  world.post(PATHS.userToken, bearer(await world.partnerToken()), body);

const userOf = (length: number): string => 'conformance-'.padEnd(length, 'u').slice(0, length);

const askedFor = async (world: World, seconds: number): Promise<string> => {
  const answer = await ask(world, { user_id: USER_ID, expires_in: seconds });
  const given = field(answer.json, 'expires_in');
  return answer.status > 299
    ? `${seconds} s is refused (${answer.status})`
    : `${seconds} s gives ${typeof given === 'number' ? `${given} s` : 'no expires_in'}`;
};

export const userTokenChecks: readonly Check[] = [
  shaped(
    '2.2.fields',
    'A user token has access_token, token_type (always bearer) and expires_in.',
    { access_token: TEXT, token_type: BEARER, expires_in: COUNT },
    (world) => world.userAnswer(),
  ),
  check('2.2.lifetime', 'A user token lives about 24 hours by default.', async (world) => {
    const answer = await world.userAnswer();
    const finding = asAccepted(answer);
    if (finding.kind !== 'passed') return finding;
    const seconds = field(answer.json, 'expires_in');
    return typeof seconds === 'number' && Math.abs(seconds - DAY) <= 0.1 * DAY
      ? passed
      : failed('about 86400 s', `${String(seconds)} s`);
  }),
  accepted('4.3.user-id-6', 'A user_id may have 6 characters.', (world) =>
    ask(world, { user_id: userOf(6) }),
  ),
  accepted('4.3.user-id-120', 'A user_id may have 120 characters.', (world) =>
    ask(world, { user_id: userOf(120) }),
  ),
  refused('4.3.user-id-5', 'A user_id has 6 characters or more: 5 are refused.', (world) =>
    ask(world, { user_id: userOf(5) }),
  ),
  refused('4.3.user-id-121', 'A user_id has 120 characters or fewer: 121 are refused.', (world) =>
    ask(world, { user_id: userOf(121) }),
  ),
  refused('4.3.missing-user-id', 'user_id is required.', (world) => ask(world, {})),
  check('4.3.expires-in', 'expires_in asks for a lifetime.', async (world) => {
    const answer = await ask(world, { user_id: USER_ID, expires_in: 3600 });
    const finding = asAccepted(answer);
    if (finding.kind !== 'passed') return finding;
    const given = field(answer.json, 'expires_in');
    if (given === 3600) return passed;
    return given === DAY || typeof given !== 'number'
      ? failed('expires_in of 3600, as asked for', String(given))
      : noted(`3600 s were asked for, ${given} s given: the bounds of expires_in are not shown`);
  }),
  check('8.expires-in', 'The bounds of expires_in are not shown.', async (world) => {
    const found = [await askedFor(world, 60), await askedFor(world, 7 * DAY)];
    return noted(
      found.join('; '),
      'Leave `userTokenSeconds` of the handler unset, or choose what is taken here.',
    );
  }),
  refused('4.3.missing-authorization', 'Authorization is required.', (world) =>
    world.post(PATHS.userToken, {}, { user_id: USER_ID }),
  ),
  refused('4.3.wrong-token', 'Only a partner token that was issued is accepted.', async (world) =>
    world.post(PATHS.userToken, bearer(otherThan(await world.partnerToken())), {
      user_id: USER_ID,
    }),
  ),
  refused('5.user-token-issues', 'A user token cannot issue user tokens.', async (world) =>
    world.post(PATHS.userToken, bearer(await world.userToken()), { user_id: USER_ID }),
  ),
  refused('5.secret-issues', 'The client credentials cannot issue user tokens.', (world) => {
    const { clientId, clientSecret } = world.settings.credentials;
    return world.post(PATHS.userToken, basic(clientId, clientSecret), { user_id: USER_ID });
  }),
  check('5.api-key', 'api_key differs from the secret.', async (world) => {
    const { clientSecret, apiKey } = world.settings.credentials;
    return clientSecret === apiKey
      ? failed('two different values', 'API_KEY and CLIENT_SECRET are the same')
      : passed;
  }),
  check(
    '4.content-type',
    'Content-Type “defaults to application/json”: what comes without one?',
    async (world) => {
      const answer = await world.send({
        method: 'POST',
        url: world.url(PATHS.userToken),
        headers: bearer(await world.partnerToken()),
        body: Buffer.from(JSON.stringify({ user_id: USER_ID })),
      });
      return noted(
        answer.status > 299 ? `it is refused (${answer.status})` : 'it is taken as JSON',
      );
    },
  ),
];
