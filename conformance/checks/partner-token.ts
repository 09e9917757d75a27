/** 2.1 and 4.1: the partner token. The specification shows little of it, so many checks only note. */
import { NotReached } from '../call.js';
import { basic, otherThan, PATHS } from '../requests.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { field, fieldNames } from '../shape.js';
import type { Session, World } from '../world.js';
import { asAccepted, check, described, refused } from './check-builders.js';

const HOURS = 3600;
const OPTION = 'give the handler your own function as `exchange` (docs/backend.md)';

const session = async (world: World): Promise<Session> =>
  world.sessionOf((await world.exchanged()).answer);

export const exchangeChecks: readonly Check[] = [
  check(
    '4.1.exchange',
    'The client credentials, as Basic authentication, are exchanged for a partner token.',
    async (world) => {
      const { answer } = await world.exchanged();
      const finding = asAccepted(
        answer,
        `The body of this request is not shown; if yours has another one, ${OPTION}.`,
      );
      if (finding.kind !== 'passed') return finding;
      try {
        world.sessionOf(answer);
        return passed;
      } catch (error) {
        if (!(error instanceof NotReached)) throw error;
        return failed('a field named access_token', described(answer), `Else, ${OPTION}.`);
      }
    },
  ),
  check('4.1.body', 'Which body the exchange takes is not shown.', async (world) => {
    const { body, answer } = await world.exchanged();
    if (answer.status > 299) throw new NotReached('no body that was tried was taken');
    if (body === '{}') return noted('{} is taken, as the package sends it');
    return noted(
      body === '' ? '{} is refused; no body at all is taken' : `{} is refused; ${body} is taken`,
      `The package sends {}: ${OPTION}.`,
    );
  }),
  check('4.1.fields', 'Which fields the exchange answers is not shown.', async (world) => {
    const { fields } = await session(world);
    const { answer } = await world.exchanged();
    const asGuessed = typeof field(answer.json, 'access_token') === 'string';
    return noted(
      fieldNames(fields),
      asGuessed ? undefined : `The package reads access_token at the top: ${OPTION}.`,
    );
  }),
  refused('4.1.missing-authorization', 'Authorization is required.', (world) =>
    world.post(PATHS.exchange, {}, {}),
  ),
  refused('4.1.wrong-secret', 'Only the secret of the client_id is accepted.', (world) => {
    const { clientId, clientSecret } = world.settings.credentials;
    return world.post(PATHS.exchange, basic(clientId, otherThan(clientSecret)), {});
  }),
  refused('4.1.wrong-client', 'Only a client_id that was provisioned is accepted.', (world) => {
    const { clientId, clientSecret } = world.settings.credentials;
    return world.post(PATHS.exchange, basic(otherThan(clientId), clientSecret), {});
  }),
  check('2.1.lifetime', 'A partner token lives about 2 hours.', async (world) => {
    const { fields } = await session(world);
    const seconds = fields['expires_in'];
    if (typeof seconds !== 'number')
      return noted(
        'the answer does not tell a lifetime as expires_in',
        'The handler reckons with 7200 s; if tokens live shorter, return expires_in from your own `exchange`.',
      );
    return seconds >= 1.5 * HOURS && seconds <= 2.5 * HOURS
      ? passed
      : failed('about 7200 s', `${seconds} s`);
  }),
  check(
    '2.1.refresh-token',
    'A refresh_token is returned when the partner token is issued.',
    async (world) => {
      const { refreshToken, fields } = await session(world);
      return refreshToken === null
        ? failed(
            'a field named refresh_token',
            fieldNames(fields),
            'The handler then exchanges the client credentials anew each time: nothing to set.',
          )
        : passed;
    },
  ),
];
