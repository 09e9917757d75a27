/** What a picture of the element shows. */
import type { Page } from '@playwright/test';

type Clip = NonNullable<NonNullable<Parameters<Page['screenshot']>[0]>['clip']>;

/** Around the element, in px, for its shadow. */
const MARGIN = 16;

/** The visible element with its open menus and dialogs; undefined for the whole page. */
export const clipOf = (page: Page): Promise<Clip | undefined> =>
  page.evaluate((margin) => {
    const shown = [...document.querySelectorAll('audio-transcribe')].filter(
      (one) => one.getClientRects().length > 0,
    );
    const open = shown.flatMap((one) => [
      ...(one.shadowRoot?.querySelectorAll(':popover-open, dialog[open]') ?? []),
    ]);
    const boxes = [...shown, ...open].map((one) => one.getBoundingClientRect());
    if (boxes.length === 0) return undefined;
    const x = Math.max(0, Math.min(...boxes.map(({ left }) => left)) - margin);
    const y = Math.max(0, Math.min(...boxes.map(({ top }) => top)) + scrollY - margin);
    const right = Math.max(...boxes.map((box) => box.right)) + margin;
    const bottom = Math.max(...boxes.map((box) => box.bottom)) + scrollY + margin;
    const { scrollWidth, scrollHeight } = document.documentElement;
    return {
      ...{ x, y },
      width: Math.min(right, scrollWidth) - x,
      height: Math.min(bottom, scrollHeight) - y,
    };
  }, MARGIN);
