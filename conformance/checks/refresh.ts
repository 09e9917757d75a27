/** 4.2: runs last, because a service may invalidate the old token when it issues a new one. */
import { NotReached, type Answer } from '../call.js';
import { noted, type Check } from '../finding.js';
import { bearer, PATHS } from '../requests.js';
import { field, fieldNames } from '../shape.js';
import { USER_ID, type World } from '../world.js';
import { check, described, refused } from './check-builders.js';

const OPTION = 'give the handler your own function as `refresh` (docs/backend.md)';
const FALLS_BACK = 'Where a refresh fails, the handler exchanges the client credentials anew';

const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;

/** The response to a successful refresh. */
const renewal = async (world: World): Promise<Awaited<ReturnType<World['renewed']>>> => {
  const renewed = await world.renewed();
  if (!succeeded(renewed.answer))
    throw new NotReached(`the refresh answered ${renewed.answer.status}`);
  return renewed;
};

export const refreshChecks: readonly Check[] = [
  check('4.2.shape', 'The shapes of the refresh are not shown.', async (world) => {
    const { answer } = await world.renewed();
    if (!succeeded(answer))
      return noted(
        `{ refresh_token } with the Basic header is answered ${described(answer)}`,
        `${FALLS_BACK}; else, ${OPTION}.`,
      );
    const asGuessed = typeof field(answer.json, 'access_token') === 'string';
    return noted(
      `{ refresh_token } with the Basic header is taken; answered: ${fieldNames(answer.json)}`,
      asGuessed ? undefined : `The package reads access_token at the top: ${OPTION}.`,
    );
  }),
  refused('4.2.wrong-token', 'Only a refresh_token that was issued is accepted.', (world) =>
    world.post(PATHS.refresh, world.ofClient, { refresh_token: 'x'.repeat(43) }),
  ),
  check(
    '4.2.old-token',
    'Whether the partner token from before the refresh goes on is not shown.',
    async (world) => {
      const { before } = await renewal(world);
      const body = { user_id: USER_ID };
      const answer = await world.post(PATHS.userToken, bearer(before.accessToken), body);
      return succeeded(answer)
        ? noted('it goes on')
        : noted(
            `it is refused (${answer.status})`,
            'Several instances of your backend must share one `tokenCache`, or they end each other’s tokens.',
          );
    },
  ),
  check('4.2.again', 'Whether a refresh_token can be used twice is not shown.', async (world) => {
    const { before } = await renewal(world);
    const body = { refresh_token: before.refreshToken };
    const answer = await world.post(PATHS.refresh, world.ofClient, body);
    return succeeded(answer)
      ? noted('it can')
      : noted(
          `it cannot (${answer.status})`,
          `${FALLS_BACK}. Let several instances share one \`tokenCache\`.`,
        );
  }),
  check('4.2.basic', 'Whether the refresh needs the Basic header is not shown.', async (world) => {
    const { answer } = await renewal(world);
    const session = world.sessionOf(answer);
    if (session.refreshToken === null) throw new NotReached('the refresh gave no refresh_token');
    const body = { refresh_token: session.refreshToken };
    const bare = await world.post(PATHS.refresh, {}, body);
    return noted(succeeded(bare) ? 'it does not' : `it does (${bare.status} without it)`);
  }),
];
