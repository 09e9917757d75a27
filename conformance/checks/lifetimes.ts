/** `--thorough`: tokens and addresses work until they expire, and no longer. */
import { succeeded } from '../service/call.js';
import { failed, passed, type Check } from '../finding.js';
import { AGING_CHECKS, type Aging } from '../steps/aging.js';
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
