/** 2.2 and 4.3: the user token. */
import { NotReached, succeeded } from '../service/call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { bearer, otherThan, PATHS } from '../service/requests.js';
import { BEARER, COUNT, field, TEXT } from '../service/shape.js';
import { USER_ID } from '../steps/tokens.js';
import type { World } from '../steps/world.js';
import { accepted, answered, hasField, note, refused, required } from './builders.js';

const DAY = 86_400;
const HOUR = 3600;

const userOf = (length: number): string => 'conformance-'.padEnd(length, 'u').slice(0, length);

const granted = async (world: World, seconds: number): Promise<string> => {
  const answer = await world.issue({ user_id: USER_ID, expires_in: seconds });
  const given = field(answer.json, 'expires_in');
  return succeeded(answer)
    ? `${seconds} s gives ${typeof given === 'number' ? `${given} s` : 'no expires_in'}`
    : `${seconds} s is refused (${answer.status})`;
};

const answer = (world: World) => world.userAnswer();

/** What a token without a partner token may not do is checked with this body. */
const BODY = { user_id: USER_ID };

export const userTokenChecks: readonly Check[] = [
  accepted('4.3.issue', 'A partner token and a user_id give a user token.', answer),
  hasField('2.2.access-token', 'access_token is a string.', 'access_token', TEXT, answer),
  hasField('2.2.token-type', 'token_type is always bearer.', 'token_type', BEARER, answer),
  hasField('2.2.expires-in', 'expires_in is an integer, in seconds.', 'expires_in', COUNT, answer),
  required('2.2.lifetime', 'A user token lives about 24 hours by default.', async (world) => {
    const told = answered(await world.userAnswer(), '4.3');
    const seconds = field(told.json, 'expires_in');
    if (!COUNT.fits(seconds)) throw new NotReached('4.3 answered no usable expires_in');
    return Math.abs(Number(seconds) - DAY) <= 0.1 * DAY
      ? passed(told)
      : failed('about 86400 s', `${String(seconds)} s`, told);
  }),
  required('2.2.one-user', 'A user token belongs to one user_id.', async (world) => {
    const one = answered(await world.userAnswer(), '4.3');
    const other = answered(await world.issue({ user_id: 'conformance-other-user' }), '4.3');
    return world.userTokenIn(one) === world.userTokenIn(other)
      ? failed('another token for another user_id', 'the same token', [one, other])
      : passed([one, other]);
  }),
  ...[6, 120].map((length) =>
    accepted(`4.3.user-id-${length}`, `A user_id may have ${length} characters.`, async (world) => {
      await world.works.userToken();
      return world.issue({ user_id: userOf(length) });
    }),
  ),
  refused('4.3.user-id-5', 'A user_id has at least 6 characters.', 'userToken', (world) =>
    world.issue({ user_id: userOf(5) }),
  ),
  refused('4.3.user-id-121', 'A user_id has at most 120 characters.', 'userToken', (world) =>
    world.issue({ user_id: userOf(121) }),
  ),
  refused('4.3.missing-user-id', 'user_id is required.', 'userToken', (world) => world.issue({})),
  refused(
    '4.3.user-id-number',
    'user_id is a string.',
    'userToken',
    (world) => world.issue({ user_id: 1_234_567 }),
    'recommended',
  ),
  required('4.3.expires-in', 'expires_in asks for a lifetime in seconds.', async (world) => {
    const told = await world.hourAnswer();
    if (!succeeded(told))
      return noted(
        `3600 s is refused (${told.status}); the bounds of expires_in are not shown`,
        told,
        'Leave `userTokenSeconds` of the handler unset.',
      );
    const given = field(answered(told, '4.3').json, 'expires_in');
    if (given === HOUR) return passed(told);
    if (!COUNT.fits(given)) throw new NotReached('4.3 answered no usable expires_in');
    return given === DAY
      ? failed('expires_in of 3600, as asked for', String(given), told)
      : noted(`3600 s was asked for, ${String(given)} s given`, told);
  }),
  note('8.expires-in', 'What are the bounds of expires_in?', async (world) => {
    await world.works.userToken();
    const found = [await granted(world, 60), await granted(world, 7 * DAY)];
    return noted(
      found.join('; '),
      [],
      'Leave `userTokenSeconds` of the handler unset, or choose a value that is taken here.',
    );
  }),
  refused('4.3.missing-authorization', 'Authorization is required.', 'userToken', (world) =>
    world.post(PATHS.userToken, {}, BODY),
  ),
  refused(
    '4.3.wrong-token',
    'Only a partner token that was issued is accepted.',
    'userToken',
    async (world) =>
      world.post(PATHS.userToken, bearer(otherThan(await world.partnerToken())), BODY),
  ),
  refused(
    '5.user-token-issues',
    'A user token cannot issue user tokens.',
    'userToken',
    async (world) => world.post(PATHS.userToken, bearer(await world.userToken()), BODY),
  ),
  refused('5.secret-issues', 'The secret cannot issue user tokens.', 'userToken', async (world) =>
    world.post(PATHS.userToken, await world.ofClient(), BODY),
  ),
  required('5.api-key', 'api_key differs from the secret.', async (world) => {
    const { clientSecret, apiKey } = world.settings.credentials;
    if (clientSecret === null || apiKey === null)
      throw new NotReached('needs CLIENT_SECRET and API_KEY');
    return clientSecret === apiKey
      ? failed(
          'two different values',
          'API_KEY and CLIENT_SECRET are the same',
          [],
          'Check that you copied the right value into each; else ask the operator for another key.',
        )
      : passed();
  }),
  note('4.content-type', 'What comes without Content-Type, which has a default?', async (world) => {
    await world.works.userToken();
    const told = await world.send({
      method: 'POST',
      url: world.url(PATHS.userToken),
      headers: bearer(await world.partnerToken()),
      body: Buffer.from(JSON.stringify(BODY)),
    });
    return noted(succeeded(told) ? 'it is taken as JSON' : `it is refused (${told.status})`, told);
  }),
];
