/** `--thorough`: tokens and addresses work until they expire, and no longer. */
import { succeeded } from '../service/call.js';
import { failed, passed, type Check } from '../finding.js';
import { isSelected } from '../select.js';
import { watchAging, type Aged, type Aging } from '../steps/aging.js';
import type { World } from '../steps/world.js';
import { described, required, thorough } from './builders.js';

const RULES: readonly (readonly [id: string, rule: string, name: Aging])[] = [
  ['4.3.expires', 'A user token ends after the expires_in that was requested.', 'requested'],
  ['2.1.expires', 'A partner token is accepted for about 2 hours.', 'partner'],
  ['2.2.expires', 'A user token is accepted for about 24 hours.', 'user'],
  ['2.3.1.expires', 'DownloadUrl is valid for about 24 hours.', 'download'],
];

/** One watch for each run, of what the selected checks need. */
const watches = new WeakMap<World, (name: Aging) => Promise<Aged>>();

const watchOf = (world: World): ((name: Aging) => Promise<Aged>) => {
  const wanted = RULES.filter(([id]) => isSelected(id, world.settings.only));
  const watch =
    watches.get(world) ??
    watchAging(
      world,
      wanted.map(([, , name]) => name),
    );
  watches.set(world, watch);
  return watch;
};

export const lifetimeChecks: readonly Check[] = RULES.map(([id, rule, name]) =>
  thorough(
    required(id, rule, async (world) => {
      const { lifetime, early, late } = await watchOf(world)(name);
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
  ),
);
