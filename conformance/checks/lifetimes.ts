/** Tokens and addresses still work after two minutes. With `--thorough`, they work until they expire, and no longer. */
import { succeeded, type Answer } from '../service/call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import {
  AGING_CHECKS,
  downloadIssued,
  MINUTE,
  partnerIssued,
  STILL,
  userIssued,
  type Aging,
  type Issued,
} from '../steps/aging.js';
import { USER_ID } from '../steps/tokens.js';
import type { Controls, World } from '../steps/world.js';
import { described, required, thorough } from './builders.js';

const expires = (name: Aging, rule: string): Check =>
  thorough(
    required(AGING_CHECKS[name], rule, async (world) => {
      const { lifetime, early, late } = await world.aged(name);
      if (!succeeded(early.answer))
        return failed(
          `to be accepted until about ${lifetime} s`,
          `after ${early.seconds} s: ${described(early.answer)}`,
          early.answer,
        );
      return late.answer.status >= 400 && late.answer.status < 500
        ? passed([early.answer, late.answer])
        : failed(
            `to be refused after about ${lifetime} s`,
            `after ${late.seconds} s: ${described(late.answer)}`,
            late.answer,
          );
    }),
  );

export const lifetimeChecks: readonly Check[] = [
  expires('requested', 'A user token ends after the expires_in that was requested.'),
  expires('partner', 'A partner token is accepted for about 2 hours.'),
  expires('user', 'A user token is accepted for about 24 hours.'),
  expires('download', 'DownloadUrl is valid for about 24 hours.'),
];

/** The age in s at which tokens and addresses are used again without `--thorough`. */
const TWO_MINUTES = 120;

const lasts = (
  id: string,
  rule: string,
  control: keyof Controls,
  issuedBy: (world: World) => Promise<Answer>,
  issuedIn: (world: World, answer: Answer) => Promise<Issued>,
): Check =>
  required(id, rule, async (world) => {
    await world.works[control]();
    const issuing = await issuedBy(world);
    if (!succeeded(issuing)) return noted(`the request is refused (${issuing.status})`, issuing);
    const { at, lifetime, use } = await issuedIn(world, issuing);
    const { now, sleep } = world.ports;
    await sleep(Math.max(0, at + Math.min(TWO_MINUTES, STILL * lifetime) * 1000 - now()));
    const seconds = Math.round((now() - at) / 1000);
    if (seconds > STILL * lifetime + 1) return noted('the run took longer than it lives', issuing);
    const answer = await use();
    return succeeded(answer)
      ? passed(answer)
      : failed(
          `to be accepted until about ${lifetime} s`,
          `after ${seconds} s: ${described(answer)}`,
          answer,
        );
  });

/** These run late, so that most of the time has passed anyway. */
export const lastingChecks: readonly Check[] = [
  lasts(
    '4.3.lasts',
    'A user token that was asked for a minute still works after 51 s.',
    'plan',
    async (world) => {
      const answer = await world.issue({ user_id: USER_ID, expires_in: MINUTE });
      // The bounds of expires_in are not shown.
      return succeeded(answer) ? answer : world.hourAnswer();
    },
    userIssued,
  ),
  lasts(
    '2.1.lasts',
    'A partner token still works after two minutes.',
    'userToken',
    async (world) => (await world.exchanged()).answer,
    partnerIssued,
  ),
  lasts(
    '2.2.lasts',
    'A user token still works after two minutes.',
    'plan',
    (world) => world.userAnswer(),
    userIssued,
  ),
  lasts(
    '2.3.1.lasts',
    'DownloadUrl still works after two minutes.',
    'download',
    async (world) => (await world.long()).completed(),
    downloadIssued,
  ),
];
