/** The promises about money and privacy. Each function returns what is wrong in a history, or null. */
import { endsTask, type Ending, type Fact, type TimedFact } from './facts.js';

type Kind = Fact['kind'];
type FactOf<K extends Kind> = Extract<TimedFact, { readonly kind: K }>;

const only = <K extends Kind>(facts: readonly TimedFact[], kind: K): readonly FactOf<K>[] =>
  facts.filter((fact): fact is FactOf<K> => fact.kind === kind);

const isOf =
  (recording: string) =>
  (fact: { readonly recording: string | null }): boolean =>
    fact.recording === recording;

const firstOf = <T>(items: readonly T[], judge: (item: T) => string | null): string | null => {
  for (const item of items) {
    const wrong = judge(item);
    if (wrong !== null) return wrong;
  }
  return null;
};

const ENDED: readonly string[] = ['SUCCESS', 'FAILURE', 'REVOKED'];

/**
 * How often an address was opened as if for the first time: once for each person, and after it was discarded. Somebody who
 * signs in before a page has its token has opened it, too.
 */
const openings = (facts: readonly TimedFact[], recording: string): number => {
  let count = 0;
  const known = new Set<string>();
  for (const fact of facts) {
    if (!('recording' in fact) || fact.recording !== recording) continue;
    if (fact.kind === 'discarded') known.clear();
    if (fact.kind !== 'opened' || known.has(fact.user)) continue;
    count += 1;
    known.add(fact.user);
  }
  const opened = only(facts, 'opened').filter(isOf(recording));
  const paid = only(facts, 'paid').filter(isOf(recording));
  const strangers = new Set(paid.map(({ user }) => user));
  for (const { user } of opened) strangers.delete(user);
  return count === 0 ? 0 : count + strangers.size;
};

const onePaidTaskPerDecision = ({ facts }: Ending): string | null => {
  // If both the browser and the backend have lost what they knew of a submission, nobody knows of it.
  const isBrowserLossy = only(facts, 'lossy').length > 0;
  if (isBrowserLossy && only(facts, 'keys lost').length > 0) return null;
  const paid = only(facts, 'paid');
  return firstOf([...new Set(paid.map(({ recording }) => recording))], (recording) => {
    const isOpened = only(facts, 'opened').some(isOf(recording));
    // Tabs that open the same address know of each other only by the backend.
    if (isOpened && only(facts, 'keys lost').length > 0) return null;
    const tasks = paid.filter(isOf(recording)).length;
    const decisions =
      only(facts, 'decided').filter(isOf(recording)).length + openings(facts, recording);
    return tasks > decisions ? `${recording}: ${tasks} tasks for ${decisions} decisions` : null;
  });
};

/** A person is asked whether to pay twice only if a submission may have reached the service. */
const nobodyIsAskedInVain = ({ facts }: Ending): string | null => {
  const unknowableAt = facts.find(({ kind }) => kind === 'unknowable')?.at ?? Infinity;
  return firstOf(only(facts, 'failed'), ({ recording, reason, at }) => {
    if (reason !== 'submission-unknown' || at >= unknowableAt) return null;
    const isSent = only(facts, 'sent').some((sent) => isOf(recording)(sent) && sent.at <= at);
    return isSent ? null : `${recording}: nothing was sent, but the person is asked to pay twice`;
  });
};

/** A disk can lose anything. */
const isDiskLossy = (facts: readonly TimedFact[]): boolean => only(facts, 'lossy').length > 0;

const nothingPaidIsForgotten = ({ facts, kept }: Ending): string | null =>
  firstOf(only(facts, 'paid'), ({ recording, task }) => {
    const isDecided =
      only(facts, 'read').some(isOf(recording)) ||
      only(facts, 'discarded').some(isOf(recording)) ||
      only(facts, 'failed').some((one) => isOf(recording)(one) && endsTask(one.reason));
    return kept.has(recording) || isDecided || isDiskLossy(facts)
      ? null
      : `${recording}: its ${task} is forgotten`;
  });

const nothingReachesAnotherPerson = ({ facts }: Ending): string | null => {
  const owners = new Map(
    only(facts, 'owned').map(({ recording, user }) => [recording, user] as const),
  );
  const ownerOfTask = new Map(only(facts, 'paid').map(({ task, user }) => [task, user] as const));
  return (
    firstOf([...only(facts, 'received'), ...only(facts, 'paid')], ({ recording, user, kind }) => {
      const owner = owners.get(recording ?? '');
      return owner === undefined || owner === user
        ? null
        : `${recording} of ${owner} was ${kind} for ${user}`;
    }) ??
    firstOf(only(facts, 'offered'), ({ recording, user }) => {
      const owner = owners.get(recording);
      return owner === undefined || user === null || owner === user
        ? null
        : `${recording} of ${owner} was offered to ${user}`;
    }) ??
    firstOf(only(facts, 'told'), ({ task, user }) =>
      (ownerOfTask.get(task) ?? user) === user ? null : `${task} was told to ${user}`,
    )
  );
};

const nothingReachesAnotherService = ({ facts }: Ending): string | null =>
  firstOf(only(facts, 'received'), ({ recording, service, what }) =>
    recording === null ? `${service} received a foreign ${what}` : null,
  ) ??
  firstOf([...only(facts, 'shown'), ...only(facts, 'offered')], ({ recording, service, kind }) => {
    const first = only(facts, 'shown').find(isOf(recording))?.service;
    return first === undefined || first === service
      ? null
      : `${recording} of ${first} was ${kind} at ${service}`;
  });

const nothingMovesByItself = ({ facts }: Ending): string | null => {
  const places = new Map<string, readonly string[]>();
  /** Where recordings go, which stay where they are if that fails. */
  const goals = new Map<string, string>();
  return firstOf(facts, (fact) => {
    // A page that opens an address is a place of it, too.
    if (fact.kind === 'placed' || (fact.kind === 'opened' && places.has(fact.recording))) {
      places.set(fact.recording, [...(places.get(fact.recording) ?? []), fact.place]);
      if (fact.kind === 'placed' && !fact.isAlso) goals.set(fact.recording, fact.place);
    }
    if (fact.kind === 'offered' && fact.isBusyHere) {
      return `${fact.recording} is under way on this page, and offered at ${fact.place}`;
    }
    if (fact.kind !== 'shown') return null;
    if (goals.get(fact.recording) === fact.place) {
      goals.delete(fact.recording);
      places.set(fact.recording, [fact.place]);
    }
    const homes = places.get(fact.recording);
    return homes === undefined || homes.includes(fact.place)
      ? null
      : `${fact.recording} was put at ${homes.join(', ')}, and taken up at ${fact.place}`;
  });
};

const transcriptsAreNotMixedUp = ({ facts }: Ending): string | null =>
  firstOf(only(facts, 'read'), ({ recording, text }) =>
    text === recording ? null : `${recording} shows the text of ${text}`,
  );

const nobodyIsTakenForAnother = ({ facts }: Ending): string | null =>
  firstOf(only(facts, 'failed'), ({ recording, reason, user }) => {
    const owner = only(facts, 'owned').find(isOf(recording))?.user;
    return reason === 'another-user' && owner === user
      ? `${recording}: ${user} was taken for another user`
      : null;
  });

const endedStatesAreNeverLeft = ({ facts }: Ending): string | null => {
  const ended = new Map<string, number>();
  const wrong = firstOf(only(facts, 'told'), ({ task, status, askedAt, at }) => {
    if (ENDED.includes(status)) ended.set(task, Math.min(at, ended.get(task) ?? at));
    else if (askedAt > (ended.get(task) ?? Infinity)) return `${task} had ended, then ${status}`;
    return null;
  });
  if (wrong !== null) return wrong;
  return firstOf(only(facts, 'revived'), ({ recording, state }) => `${recording}: ready, ${state}`);
};

const theWatcherHearsOfEachTask = ({ facts }: Ending): string | null =>
  firstOf(only(facts, 'accepted'), ({ task, isWatched }) =>
    isWatched ? null : `${task} was given to a page, but the watcher does not know it`,
  );

/** In ms of simulated time. */
const PATIENCE_MS = 60_000;

const everyPromiseSettles = ({ facts }: Ending): string | null => {
  const end = facts.at(-1)?.at ?? 0;
  const settledAt = new Map(
    [...only(facts, 'settled'), ...only(facts, 'abandoned')].map(({ id, at }) => [id, at] as const),
  );
  return firstOf(only(facts, 'asked'), ({ promise, id, at }) =>
    (settledAt.get(id) ?? end) - at > PATIENCE_MS ? `${promise} did not settle` : null,
  );
};

const pagesMeetNoErrors = ({ facts }: Ending): string | null =>
  firstOf(only(facts, 'page-error'), ({ message }) => message);

export const PROPERTIES = {
  'one paid task per decision': onePaidTaskPerDecision,
  'nobody is asked in vain': nobodyIsAskedInVain,
  'nothing paid is forgotten': nothingPaidIsForgotten,
  'nothing reaches another person': nothingReachesAnotherPerson,
  'nothing reaches another service': nothingReachesAnotherService,
  'nothing moves to another element or page by itself': nothingMovesByItself,
  'transcripts are not mixed up': transcriptsAreNotMixedUp,
  'nobody is taken for another person': nobodyIsTakenForAnother,
  'an ended state is never left': endedStatesAreNeverLeft,
  'the watcher hears of each task': theWatcherHearsOfEachTask,
  'every promise settles': everyPromiseSettles,
  'pages meet no errors': pagesMeetNoErrors,
} as const satisfies Readonly<Record<string, (ending: Ending) => string | null>>;

export type Property = keyof typeof PROPERTIES;

export interface Violation {
  readonly property: Property;
  readonly what: string;
}

export const violationsOf = (ending: Ending): readonly Violation[] =>
  (Object.keys(PROPERTIES) as Property[]).flatMap((property) => {
    const what = PROPERTIES[property](ending);
    return what === null ? [] : [{ property, what }];
  });
