/** What expires, used shortly before and after its end. All of it is issued together, so that the waits overlap. */
import { addressExpiry } from '../../src/protocol/routes.js';
import { NotReached, type Answer, type Caller } from '../service/call.js';
import { once } from '../service/once.js';
import { bearer, PATHS, type Headers } from '../service/requests.js';
import { field, isCount } from '../service/shape.js';
import { isSelected } from '../select.js';
import type { Settings } from '../arguments.js';
import type { Ports } from '../service/ports.js';
import { USER_ID, type Tokens } from './tokens.js';
import type { Upload } from './upload.js';

/** In seconds: 2.1, and 2.2 and 2.3.1. */
const TWO_HOURS = 7_200;
const DAY = 86_400;
/** The lifetime of a user token that is asked for. */
export const MINUTE = 60;

/** The shares of a lifetime at which a thing must still work, and at which it must have ended: “about”. */
export const STILL = 0.85;
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

export interface Issued {
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

/** What a response of 4.1 issued. */
export const partnerIssued = async (world: Source, answer: Answer): Promise<Issued> => {
  const { accessToken } = world.sessionOf(answer);
  return {
    ...{ at: answer.sentAt, lifetime: TWO_HOURS },
    use: () => world.post(PATHS.userToken, bearer(accessToken), { user_id: USER_ID }),
  };
};

/** What a response of 4.3 issued. */
export const userIssued = async (world: Source, answer: Answer): Promise<Issued> => {
  const token = world.userTokenIn(answer);
  const lifetime = field(answer.json, 'expires_in');
  if (!isCount(lifetime)) throw new NotReached('4.3 answered no usable expires_in');
  const body = { filesize: 1000, filetype: 'wav' };
  return {
    ...{ at: answer.sentAt, lifetime },
    use: () => world.post(PATHS.plan, bearer(token), body),
  };
};

/** What the completion of the long recording issued. */
export const downloadIssued = async (world: Source): Promise<Issued> => {
  const upload = await world.long();
  const url = await upload.downloadUrl();
  const { sentAt } = await upload.completed();
  return {
    ...{ at: sentAt, lifetime: DAY },
    use: () => world.send({ url, headers: { Range: 'bytes=0-99' } }),
  };
};

const ISSUES: Readonly<Record<Aging, (world: Source) => Promise<Issued>>> = {
  requested: async (world) => {
    const answer = await world.issue({ user_id: USER_ID, expires_in: MINUTE });
    const issued = await userIssued(world, answer);
    if (issued.lifetime > TWO_HOURS)
      throw new NotReached(`a token of ${MINUTE} s is not given, but one of ${issued.lifetime} s`);
    return issued;
  },
  partner: async (world) => partnerIssued(world, (await world.exchange()).answer),
  user: async (world) => ({
    ...(await userIssued(world, await world.issue({ user_id: USER_ID }))),
    lifetime: DAY,
  }),
  download: async (world) => {
    const issued = await downloadIssued(world);
    const end = addressExpiry(await (await world.long()).downloadUrl(), issued.at, 0);
    if (end !== null && Math.abs(end - issued.at - DAY * 1000) > 0.1 * DAY * 1000)
      throw new NotReached('the address itself tells another lifetime (2.3.1.lifetime)');
    return issued;
  },
};

type Outcome = Aged | NotReached;

const asOutcome = (error: unknown): NotReached => {
  if (error instanceof NotReached) return error;
  throw error;
};

/** Issues what the selected checks watch, waits, and uses each thing twice, in the order of time. */
export const watchAging = (world: Source): ((name: Aging) => Promise<Aged>) => {
  const { ports, settings } = world;
  const watched = once(async () => {
    const outcomes = new Map<Aging, Outcome>();
    const uses: (Issued & { readonly name: Aging; readonly seconds: number })[] = [];
    for (const name of Object.keys(AGING_CHECKS) as Aging[]) {
      if (!isSelected(AGING_CHECKS[name], settings.only)) continue;
      const issued = await ISSUES[name](world).catch(asOutcome);
      if (issued instanceof NotReached) outcomes.set(name, issued);
      else
        for (const share of [STILL, OVER])
          uses.push({ ...issued, name, seconds: Math.round(share * issued.lifetime) });
    }
    const endOf = ({ at, seconds }: (typeof uses)[number]): number => at + seconds * 1000;
    const early = new Map<Aging, Used>();
    for (const it of uses.sort((one, other) => endOf(one) - endOf(other))) {
      const { name, seconds, lifetime, use } = it;
      await ports.sleep(Math.max(0, endOf(it) - ports.now()));
      const answer = await use().catch(asOutcome);
      const before = early.get(name);
      if (answer instanceof NotReached) outcomes.set(name, answer);
      else if (before === undefined) early.set(name, { seconds, answer });
      else outcomes.set(name, { lifetime, early: before, late: { seconds, answer } });
    }
    return outcomes;
  });
  return async (name) => {
    const outcome = (await watched()).get(name) ?? new NotReached('it was not watched');
    if (outcome instanceof NotReached) throw outcome;
    return outcome;
  };
};
