/** States of the list of `multiple`. */
import type { Page } from '@playwright/test';
import type { AudioTranscribe } from '../../../src/index.js';
import { element, reach, type ReachState } from './page.js';

const row = (page: Page, name: string) =>
  element(page).locator('[part~="item"]').filter({ hasText: name });

const openList = async (page: Page): Promise<void> => {
  await page.goto(new URL('?tab=own&multiple=', page.url()).href);
  await element(page).getByText('Choose files').waitFor();
};

/** Adds a sample under each of these names. Names of other files have no recording. */
const add = (page: Page, ...names: readonly string[]): Promise<void> =>
  element(page).evaluate(async (it: AudioTranscribe, all) => {
    const answer = await fetch('/demo/samples/interview.m4a');
    const sample = await answer.blob();
    for (const name of all) {
      const content = name.endsWith('.m4a') ? sample : '%PDF-1.7';
      it.selectFile(new File([content], name, { lastModified: 1 }));
    }
  }, names);

/** Passes this many parts, and holds the others. */
const holdStorage = async (page: Page, count: number): Promise<void> => {
  let pieces = 0;
  const isStorage = (url: URL): boolean => url.port !== new URL(page.url()).port;
  await page.route(isStorage, (route) =>
    route.request().method() === 'PUT' && ++pieces > count ? undefined : route.continue(),
  );
};

const NAMES = [
  'Hearing of the committee on the new harbour, second day.m4a',
  'interview with the harbour master.m4a',
  'minutes of the meeting.pdf',
  'voice note.m4a',
  'board call.m4a',
];

/** One recording is ready, one is uploaded, one is refused, and two wait. */
const fillList = async (page: Page): Promise<void> => {
  await openList(page);
  await holdStorage(page, 4);
  await add(page, ...NAMES);
  await row(page, 'Hearing').getByText('Ready').waitFor();
  await row(page, 'interview')
    .getByText(/^3\d%$/)
    .waitFor();
};

export const listStates: Readonly<Record<string, ReachState>> = {
  'list-empty': openList,
  list: fillList,
  'list-one': async (page) => {
    await openList(page);
    await add(page, 'minutes of the meeting.pdf');
    await row(page, 'minutes').getByText('This file can’t be used').waitFor();
  },
  'list-paused': async (page) => {
    await fillList(page);
    await element(page).evaluate((it: AudioTranscribe) => it.pause());
    await row(page, 'interview').getByText('Paused').waitFor();
  },
  /** The files were too large to store, and one of them is in another tab. */
  'list-resume': async (page) => {
    await fillList(page);
    await element(page).evaluate((it: AudioTranscribe) => it.pause());
    await row(page, 'interview').getByText('Paused').waitFor();
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const asked = indexedDB.open('audio-transcribe');
          asked.onsuccess = () => {
            const transaction = asked.result.transaction('files', 'readwrite');
            transaction.objectStore('files').clear();
            transaction.oncomplete = () => {
              asked.result.close();
              resolve();
            };
          };
        }),
    );
    await page.reload();
    await row(page, 'interview').getByText('Not finished').waitFor();
  },
  'list-removed': async (page) => {
    await fillList(page);
    await row(page, 'minutes')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await element(page).getByRole('button', { name: /^Undo/ }).waitFor();
  },
  'list-opened': async (page) => {
    await fillList(page);
    await row(page, 'Hearing').getByRole('button', { name: /^Open/ }).click();
    await element(page).locator('[part~="transcript"]').waitFor();
  },
  'only-one': async (page) => {
    await element(page).evaluate((it: AudioTranscribe) => {
      const dataTransfer = new DataTransfer();
      for (const name of ['first.mp3', 'second.mp3'])
        dataTransfer.items.add(new File(['%PDF-1.7'], name));
      it.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
    });
    await element(page).getByText('Only one recording').first().waitFor();
    await reach(page, 'failed');
  },
};
