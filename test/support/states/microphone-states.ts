/** States of the microphone, with the fake device of the browser. */
import type { Page } from '@playwright/test';
import type { AudioTranscribe } from '../../../src/index.js';
import { button, element, type ReachState } from './page.js';

const part = (page: Page, name: string) => element(page).locator(`[part~="${name}"]`);

const showRecordButton = async (page: Page): Promise<void> => {
  await element(page).evaluate((it: AudioTranscribe) => {
    it.sources = 'file microphone';
  });
  await button(page, 'Record').waitFor();
};

/** Starts a recording and waits until the bars show the beeps of the fake device. */
const record = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    const { mediaDevices } = navigator;
    const real = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await real(constraints);
      Object.assign(globalThis, { microphone: stream.getAudioTracks()[0] });
      return stream;
    };
  });
  await showRecordButton(page);
  await button(page, 'Record').click();
  await button(page, 'Continue').click();
  // A busy machine may not look in each second.
  await element(page)
    .getByRole('timer')
    .filter({ hasText: /0:0[2-9]|0:[1-5]\d/ })
    .waitFor();
};

export const microphoneStates: Readonly<Record<string, ReachState>> = {
  microphone: showRecordButton,
  'microphone-only': async (page) => {
    await element(page).evaluate((it: AudioTranscribe) => {
      it.sources = 'microphone';
      it.maxDuration = 600;
    });
    await button(page, 'Record').waitFor();
  },
  'microphone-explained': async (page) => {
    await showRecordButton(page);
    await button(page, 'Record').click();
    await button(page, 'Continue').waitFor();
  },
  'microphone-blocked': async (page) => {
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
    });
    await showRecordButton(page);
    await button(page, 'Record').click();
    await button(page, 'Continue').click();
    await part(page, 'error-message').waitFor();
  },
  recording: record,
  'recording-discarded': async (page) => {
    await record(page);
    await button(page, 'Discard').click();
    await button(page, 'Keep').waitFor();
  },
  'recording-interrupted': async (page) => {
    await record(page);
    await page.evaluate(() => {
      const { microphone } = globalThis as { microphone?: MediaStreamTrack };
      microphone?.dispatchEvent(new Event('ended'));
    });
    await part(page, 'error-message').waitFor();
  },
  'recording-finished': async (page) => {
    await record(page);
    await button(page, 'Finish').click();
    await element(page).locator('audio').waitFor();
  },
  'recording-unsent': async (page) => {
    await record(page);
    await page.reload();
    await showRecordButton(page);
    await part(page, 'offer').waitFor();
  },
};
