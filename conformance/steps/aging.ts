/** What expires, used shortly before and after its end. All of it is issued together, so that the waits overlap. */
import { addressExpiry } from '../../src/protocol/index.js';
import { NotReached, type Answer, type Caller } from '../service/call.js';
import { once } from '../service/once.js';
import { bearer, PATHS } from '../service/requests.js';
import { COUNT, field } from '../service/shape.js';
import { isSelected } from '../select.js';
import type { Settings } from '../arguments.js';
import type { Ports } from '../service/ports.js';
import type { Headers } from '../service/requests.js';
import { USER_ID, type Tokens } from './tokens.js';
import type { Upload } from './upload.js';

/** In seconds: 2.1, and 2.2 and 2.3.1. */
const TWO_HOURS = 7_200;
const DAY = 86_400;
/** The lifetime of a user token that is asked for. */
const MINUTE = 60;

/** The shares of a lifetime at which a thing must still work, and at which it must have ended: “about”. */
const STILL = 0.85;
const OVER = 1.15;

/** Each thing that expires, and the check that watches it. */
export const AGING_CHECKS = {
  requested: '4.3.expires',
  partner: '2.1.expires',
  user: '2.2.expires',
  download: '2.3.1.expires',
} as const;

export type Aging = keyof typeof AGING_CHECKS;

/** The steps that issue something. */
interface Source extends Pick<Tokens, 'exchange' | 'sessionOf' | 'issue' | 'userTokenIn'> {
  readonly settings: Pick<Settings, 'only'>;
  readonly ports: Pick<Ports, 'now' | 'sleep'>;
  readonly post: (path: string, headers: Headers, body: unknown) => Promise<Answer>;
  readonly send: Caller['send'];
  readonly long: () => Promise<Upload>;
}

interface Issued {
  /** In ms since 1970. */
  readonly at: number;
  /** In seconds. */
  readonly lifetime: number;
  readonly use: () => Promise<Answer>;
}

/** One use, after so many seconds. */
export interface Used {
  readonly seconds: number;
  readonly answer: Answer;
}

export interface Aged {
  /** In seconds. */
  readonly lifetime: number;
  readonly early: Used;
  readonly late: Used;
}

type Issue = (world: Source) => Promise<Issued>;

const partner: Issue = async (world) => {
  const { answer } = await world.exchange();
  const { accessToken } = world.sessionOf(answer);
  return {
    ...{ at: answer.sentAt, lifetime: TWO_HOURS },
    use: () => world.post(PATHS.userToken, bearer(accessToken), { user_id: USER_ID }),
  };
};

const userToken = async (world: Source, seconds: number | null): Promise<Issued> => {
  const expiry = seconds === null ? {} : { expires_in: seconds };
  const answer = await world.issue({ user_id: USER_ID, ...expiry });
  const token = world.userTokenIn(answer);
  const given = field(answer.json, 'expires_in');
  if (!COUNT.fits(given)) throw new NotReached('4.3 answered no usable expires_in');
  const lifetime = seconds === null ? DAY : Number(given);
  if (seconds !== null && lifetime > TWO_HOURS)
    throw new NotReached(`a token of ${seconds} s is not given, but one of ${lifetime} s`);
  const body = { filesize: 1000, filetype: 'wav' };
  return {
    ...{ at: answer.sentAt, lifetime },
    use: () => world.post(PATHS.plan, bearer(token), body),
  };
};

const download: Issue = async (world) => {
  const upload = await world.long();
  const url = await upload.downloadUrl();
  const { sentAt } = await upload.completed();
  const end = addressExpiry(url, sentAt);
  if (end !== null && Math.abs(end - sentAt - DAY * 1000) > 0.1 * DAY * 1000)
    throw new NotReached('the address itself tells another lifetime (2.3.1.lifetime)');
  return {
    ...{ at: sentAt, lifetime: DAY },
    use: () => world.send({ url, headers: { Range: 'bytes=0-99' } }),
  };
};

const ISSUES: Readonly<Record<Aging, Issue>> = {
  requested: (world) => userToken(world, MINUTE),
  partner,
  user: (world) => userToken(world, null),
  download,
};

type Outcome = Aged | NotReached;

const asOutcome = (error: unknown): NotReached => {
  if (error instanceof NotReached) return error;
  throw error;
};

/** Issues what the selected checks watch, waits, and uses each thing twice, in the order of time. */
export const watchAging = (world: Source): ((name: Aging) => Promise<Aged>) => {
  const { ports, settings } = world;
  const wanted = (Object.keys(AGING_CHECKS) as Aging[]).filter((name) =>
    isSelected(AGING_CHECKS[name], settings.only),
  );
  const watched = once(async () => {
    const outcomes = new Map<Aging, Outcome>();
    const uses: { at: number; name: Aging; seconds: number; use: Issued['use'] }[] = [];
    const lifetimes = new Map<Aging, number>();
    for (const name of wanted) {
      const issued = await ISSUES[name](world).catch(asOutcome);
      if (issued instanceof NotReached) {
        outcomes.set(name, issued);
        continue;
      }
      const { at, lifetime, use } = issued;
      lifetimes.set(name, lifetime);
      for (const share of [STILL, OVER]) {
        const seconds = Math.round(share * lifetime);
        uses.push({ at: at + seconds * 1000, name, seconds, use });
      }
    }
    const early = new Map<Aging, Used>();
    for (const { at, name, seconds, use } of uses.sort((one, other) => one.at - other.at)) {
      await ports.sleep(Math.max(0, at - ports.now()));
      const answer = await use().catch(asOutcome);
      const before = early.get(name);
      if (answer instanceof NotReached) outcomes.set(name, answer);
      else if (before === undefined) early.set(name, { seconds, answer });
      else
        outcomes.set(name, {
          lifetime: lifetimes.get(name) ?? 0,
          early: before,
          late: { seconds, answer },
        });
    }
    return outcomes;
  });
  return async (name) => {
    const outcome = (await watched()).get(name) ?? new NotReached('it was not watched');
    if (outcome instanceof NotReached) throw outcome;
    return outcome;
  };
};
