/** Transcript states: read, searched, corrected, in other scripts, and without audio. */
import type { Page } from '@playwright/test';
import {
  FOURTEEN_SPEAKERS,
  OVERLAP,
  PARCEL,
  RIGHT_TO_LEFT,
  transcriptOf,
  type Line,
} from '../../../demo/qa/states/transcripts.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { button, element, pick, reach, type ReachState } from './page.js';

interface Shown {
  readonly lines: readonly Line[];
  /** BCP-47 tag. */
  readonly language?: string;
  /** In seconds. */
  readonly duration?: number;
  /** Null for none. */
  readonly audio?: string | null;
}

const parcel: Shown = { lines: PARCEL };

/** The result of the service, passed through the `backend` property. */
const show = async (page: Page, { lines, audio, ...facts }: Shown = parcel): Promise<void> => {
  const data = transcriptOf(lines, facts);
  await element(page).evaluate(
    (it: AudioTranscribe, shown) => {
      const answer = { transcription_id: 'x', status: 'SUCCESS', data: shown.data };
      it.backend = { submit: () => Promise.resolve(answer), query: () => Promise.resolve(answer) };
      it.audioUrl = shown.audio;
      it.transcriptionId = 'x';
    },
    { data, audio: audio === undefined ? '/demo/samples/conversation.mp3' : audio },
  );
  await reach(page, 'ready');
};

/** Resolves once the length of the audio is known. The player may be drawn after the text. */
const untilPlayable = (page: Page): Promise<void> =>
  element(page).evaluate(async (it: AudioTranscribe) => {
    const hasLength = (): boolean => (it.renderRoot.querySelector('audio')?.readyState ?? 0) > 0;
    while (!hasLength()) await new Promise(requestAnimationFrame);
  });

const showPlayable = async (page: Page, shown: Shown = parcel): Promise<void> => {
  await show(page, shown);
  await untilPlayable(page);
};

const seek = async (page: Page, ms: number): Promise<void> => {
  await untilPlayable(page);
  await element(page).evaluate(async (it: AudioTranscribe, to) => {
    it.seek(to);
    const audio = it.renderRoot.querySelector('audio')!;
    const isThere = (): boolean => !audio.seeking && Math.abs(audio.currentTime * 1000 - to) < 100;
    while (!isThere()) await new Promise(requestAnimationFrame);
  }, ms);
  await element(page).locator('[aria-current="true"]').first().waitFor();
};

/** Opens the search and types. */
const search = async (page: Page, text: string): Promise<void> => {
  await element(page).getByRole('button', { name: 'Search the transcript' }).click();
  await element(page).locator('[part~="search-field"]').fill(text);
};

/** Chooses an item of the “More” menu. */
const chooseMore = async (page: Page, item: string): Promise<void> => {
  await element(page).getByRole('button', { name: 'More', exact: true }).click();
  await element(page).locator(`[data-item="${item}"]`).click();
};

const openLineMenu = async (page: Page, index: number): Promise<void> => {
  await element(page).locator(`[data-index="${index}"]`).hover();
  await element(page)
    .getByRole('button', { name: /^Options for/ })
    .click();
};

export const readerStates: Readonly<Record<string, ReachState>> = {
  ready: async (page) => {
    await pick(page, 'conversation.mp3');
    await reach(page, 'ready');
    await seek(page, 9_000);
  },
  diarized: async (page) => {
    await show(page);
    await seek(page, 11_000);
  },
  search: async (page) => {
    await show(page);
    await search(page, 'order');
    await button(page, /^Next/).waitFor();
  },
  'search-none': async (page) => {
    await show(page);
    await search(page, 'harbour');
  },
  'line-menu': async (page) => {
    await show(page);
    await openLineMenu(page, 1);
  },
  'correct-text': async (page) => {
    await show(page);
    await openLineMenu(page, 1);
    await element(page).locator('[data-item="correct"]').click();
  },
  'change-speaker': async (page) => {
    await show(page);
    await openLineMenu(page, 1);
    await element(page).locator('[data-item="speaker"]').click();
    await element(page).getByRole('textbox', { name: 'Name' }).fill('S1');
  },
  /** With the toast, which stays while the mouse is over it. */
  renamed: async (page) => {
    await show(page);
    await openLineMenu(page, 1);
    await element(page).locator('[data-item="speaker"]').click();
    await element(page).getByRole('textbox', { name: 'Name' }).fill('Anna Berg');
    await page.keyboard.press('Enter');
    await element(page).locator('[part~="toast"]').hover();
  },
  corrected: async (page) => {
    await show(page);
    await element(page).evaluate((it: AudioTranscribe) => {
      it.edit({ kind: 'rename-speaker', from: 'S1', to: 'Anna Berg' });
      it.edit({ kind: 'rename-speaker', from: 'S3', to: 'المستودع' });
      it.undo();
      return it.updateComplete;
    });
  },
  /** Groups items in pairs. */
  overlap: async (page) => {
    await showPlayable(page, { lines: OVERLAP });
    await seek(page, 5_000);
  },
  'follow-paused': async (page) => {
    const lines = Array.from({ length: 60 }, (_, at) => {
      const text = `This is sentence ${at + 1} of a long talk, and it goes on for a while.`;
      return [`S${Math.floor(at / 4) % 3}`, at * 700, at * 700 + 600, text] as const;
    });
    await showPlayable(page, { lines });
    await seek(page, 2_200);
    await element(page).getByRole('article', { name: 'Transcript', exact: true }).hover();
    await page.mouse.wheel(0, 600);
    await button(page, /^Back to/).waitFor();
  },
  'export-menu': async (page) => {
    await show(page);
    await button(page, 'Export').click();
  },
  'more-menu': async (page) => {
    await showPlayable(page);
    await element(page).getByRole('button', { name: 'More', exact: true }).click();
  },
  lines: async (page) => {
    await showPlayable(page);
    await chooseMore(page, 'lines');
  },
  repeating: async (page) => {
    await showPlayable(page);
    await openLineMenu(page, 2);
    await element(page).locator('[data-item="repeat"]').click();
    await button(page, 'Stop repeating').waitFor();
    await page.keyboard.press('k');
  },
  keys: async (page) => {
    await showPlayable(page);
    await element(page).locator('[part~="play-button"]').focus();
    await page.keyboard.press('?');
  },
  mismatch: async (page) => {
    await showPlayable(page, { ...parcel, duration: 95 });
    await element(page).locator('[part~="error-message"]:not([hidden])').waitFor();
  },
  'no-audio': async (page) => {
    await show(page, { ...parcel, audio: null });
  },
  'audio-failed': async (page) => {
    await show(page, { ...parcel, audio: 'data:audio/wav;base64,AAAA' });
    await element(page).getByRole('button', { name: 'Choose the audio file' }).waitFor();
  },
  'no-speech': async (page) => {
    await show(page, { lines: [] });
  },
  'many-speakers': async (page) => {
    await showPlayable(page, { lines: FOURTEEN_SPEAKERS });
  },
  /** The whole page in right-to-left direction. */
  'right-to-left': async (page) => {
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await showPlayable(page, { language: 'he', lines: RIGHT_TO_LEFT });
    await search(page, 'שלום');
    await seek(page, 5_000);
  },
};
