/** Measures what a user feels in a page with the bundled element. These functions run in the page. */
import type { Page } from '@playwright/test';
import type { Transcript } from '../src/transcript/transcript.js';

/** An interaction, and the milliseconds until the frame after it was painted, as INP counts it. */
export interface Interaction {
  readonly kind: string;
  readonly ms: number;
}

interface Measures {
  /** Milliseconds since navigation until the drop zone was drawn; null before. */
  usable: number | null;
  /** The longest duration of each interaction since the last look. Faster ones than 16 ms are not reported. */
  readonly interactions: Map<number, number>;
}

type Global = { measures: Measures; showTranscript: () => void };

/** Starts to measure before any script of the page. */
export const watchPage = (): void => {
  const measures: Measures = { usable: null, interactions: new Map() };
  (globalThis as unknown as Global).measures = measures;
  const observer = new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId === 0) continue;
      const before = measures.interactions.get(interactionId) ?? 0;
      measures.interactions.set(interactionId, Math.max(before, duration));
    }
  });
  observer.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const look = (): void => {
    const root = document.querySelector('audio-transcribe')?.shadowRoot;
    const zone = root?.querySelector('[part~="drop-zone"]');
    if (!zone) return void requestAnimationFrame(look);
    requestAnimationFrame(() => (measures.usable = performance.now()));
  };
  requestAnimationFrame(look);
};

/** Gives the page the response of a task. Call it before measuring, because it takes long itself. */
export const prepareTranscript = (page: Page, transcript: Transcript): Promise<void> =>
  page.evaluate(({ segments, duration, language }) => {
    const element = document.querySelector('audio-transcribe') as HTMLElement & {
      backend: unknown;
      transcriptionId: string;
    };
    const text = segments.map((segment) => segment.text).join(' ');
    element.backend = {
      submit: () => Promise.reject(new Error('nothing is submitted')),
      query: () =>
        Promise.resolve({
          ...{ transcription_id: 'task-1', status: 'SUCCESS' },
          data: { text, language, duration, segments },
        }),
    };
    (globalThis as unknown as Global).showTranscript = () => (element.transcriptionId = 'task-1');
  }, transcript);

/** Shows the transcript in the element, as after a task. Resolves when all rows are there and can be edited. */
export const showTranscript = async (page: Page): Promise<void> => {
  await page.evaluate(() => (globalThis as unknown as Global).showTranscript());
  await page.waitForFunction(() => {
    const scroller = document
      .querySelector('audio-transcribe')
      ?.shadowRoot?.querySelector('.scroller.editable');
    return scroller?.ariaBusy === null;
  });
};

/** Waits until the page has drawn what it had to draw. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const QUIET = 250;
    const scroller = (): Element | null | undefined =>
      document.querySelector('audio-transcribe')?.shadowRoot?.querySelector('.scroller');
    do {
      await new Promise((resolve) => setTimeout(resolve, QUIET));
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    } while (scroller()?.ariaBusy === 'true');
  });

/** The durations of the interactions since the last call. */
export const takeInteractions = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const { interactions } = (globalThis as unknown as Global).measures;
    const durations = [...interactions.values()];
    interactions.clear();
    return durations;
  });

export const timeUntilUsable = async (page: Page): Promise<number> => {
  const found = await page.waitForFunction(
    () => (globalThis as unknown as Global).measures.usable,
    undefined,
    { polling: 250 },
  );
  return (await found.jsonValue()) ?? NaN;
};

/** The middle of a visible element in the reader. `last` chooses the last of several that are in view. */
export const placeOf = (
  page: Page,
  selector: string,
  last: boolean,
): Promise<{ x: number; y: number }> =>
  page.evaluate(
    ([wanted, takesLast]) => {
      const root = document.querySelector('audio-transcribe')?.shadowRoot;
      const points = [...(root?.querySelectorAll(wanted) ?? [])].flatMap((element) => {
        const box = element.getClientRects()[0];
        if (!box || box.bottom < 0 || box.top > innerHeight) return [];
        const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
        const hit = root?.elementFromPoint(x, y);
        return hit && (element.contains(hit) || hit.contains(element)) ? [{ x, y }] : [];
      });
      const point = takesLast ? points.at(-1) : points[0];
      if (!point) throw new Error(`${wanted} is not in view.`);
      return point;
    },
    [selector, last] as const,
  );
