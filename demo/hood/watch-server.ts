/** The exchanges of this visitor, from the demo's server and from the elements of the page. */
import type { AudioTranscribe } from '../../src/index.js';
import { HOOD_PATH, type HoodAnswer, type Exchange, type ExchangeSource } from './model.js';
import { exchangeOfTry, keyOfTry, lostTries } from './sources.js';

/** Time between two questions to the server, in ms; after an error the second one. */
const PACE_MS = 500;
const SLOW_PACE_MS = 3_000;

const limitsOf = ({ seesService, seesStorage }: HoodAnswer): string => {
  if (!seesService)
    return 'The service’s own log cannot be read from here. Uploads to its storage are shown as this page measured them.';
  return seesStorage
    ? ''
    : 'The log of the storage cannot be read from here. Uploads to it are shown as this page measured them.';
};

const GONE = 'The demo’s server does not answer. The list continues when it is back.';

const greatest = (exchanges: readonly Exchange[], least: number): number =>
  exchanges.reduce((most, { number }) => Math.max(most, number), least);

/** `elements` returns the elements whose `diagnostics()` complete the server's log. */
export const watchServer =
  (elements: () => readonly AudioTranscribe[]): ExchangeSource =>
  (onExchanges, onLimits = () => undefined) => {
    const stopping = new AbortController();
    const shownTries = new Set<string>();
    const stored: Exchange[] = [];
    let number = 0;
    let known = { run: '', backend: 0, sandbox: 0 };
    let timer: ReturnType<typeof setTimeout>;

    const numbered = (exchanges: readonly Exchange[]): readonly Exchange[] =>
      exchanges.map((one) => ({ ...one, number: ++number }));

    const fromElements = ({ seesStorage }: HoodAnswer): readonly Exchange[] => {
      const tries = elements().flatMap((element) => element.diagnostics().tries);
      const wanted = seesStorage ? lostTries(tries, stored, Date.now()) : tries;
      const fresh = wanted.filter((one) => !shownTries.has(keyOfTry(one)));
      for (const one of fresh) shownTries.add(keyOfTry(one));
      return fresh.map((one) => exchangeOfTry(one, ++number));
    };

    const ask = async (): Promise<number> => {
      const query = new URLSearchParams({
        run: known.run,
        backend: String(known.backend),
        sandbox: String(known.sandbox),
      });
      const response = await fetch(`${HOOD_PATH}?${query}`, { signal: stopping.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      const answer = (await response.json()) as HoodAnswer;
      if (stopping.signal.aborted) return 0;
      const isSame = answer.run === known.run;
      known = {
        run: answer.run,
        backend: greatest(answer.backend, isSame ? known.backend : 0),
        sandbox: greatest(answer.sandbox, isSame ? known.sandbox : 0),
      };
      const news = numbered([...answer.backend, ...answer.sandbox]);
      stored.push(...news.filter(({ part }) => part !== undefined));
      onLimits(limitsOf(answer));
      const all = [...news, ...fromElements(answer)];
      if (all.length > 0) onExchanges(all);
      return PACE_MS;
    };

    const next = async (): Promise<void> => {
      const pace = document.hidden
        ? PACE_MS
        : await ask().catch(() => {
            if (!stopping.signal.aborted) onLimits(GONE);
            return SLOW_PACE_MS;
          });
      if (!stopping.signal.aborted) timer = setTimeout(() => void next(), pace);
    };
    void next();

    return () => {
      stopping.abort();
      clearTimeout(timer);
    };
  };
