/** What `npx audio-transcribe check-backend --limits` asks: whether one person can ask without end. */
import { parseUserToken } from '../../src/protocol/responses.js';
import {
  expect,
  expectProblem,
  parsed,
  TOKEN,
  Wrong,
  type Answer,
  type Ask,
  type Fields,
} from './asking.js';

/** Four times as many as our handler gives a user in an hour. */
const MOST = 1_000;
const AT_ONCE = 10;

/** Asks for tokens until this user is refused. The other one still gets one. Throws Wrong if that is not so. */
export const checkLimits = async (ask: Ask, user: Fields, other: Fields | null): Promise<void> => {
  let refused: Answer | undefined;
  for (let asked = 0; asked < MOST && refused === undefined; asked += AT_ONCE) {
    const batch = [...new Array(AT_ONCE).keys()].map(() => ask(TOKEN, user));
    refused = (await Promise.all(batch)).find(({ status }) => status !== 200);
  }
  if (refused === undefined) throw new Wrong(`one user got ${MOST} tokens in a row`);
  expectProblem(refused, 'too-many-requests');
  expect(refused.headers.has('retry-after'), 'Retry-After is missing');
  if (other !== null) parsed(await ask(TOKEN, other), parseUserToken);
};
