/** A recording without sound asks before it is submitted, a quiet one does not. With the real handler and sandbox. */
import { expect } from '@open-wc/testing';
import '../../../src/index.js';
import {
  control,
  makeElement,
  part,
  readSettings,
  scaledSample,
  textIn,
  until,
} from '../../support/element.js';
import { waitForSound } from '../../support/fast-clock.js';

const settings = await readSettings();

describe('a recording', () => {
  waitForSound();

  it('without sound asks before it is submitted, and says so once', async () => {
    const element = await makeElement(settings);
    const submitted: string[] = [];
    element.addEventListener('transcribe-submitted', (event) =>
      submitted.push(event.transcriptionId),
    );
    const status = element.renderRoot.querySelector('[role="status"]');
    if (!status) throw new Error('there is no status line');
    const said: string[] = [];
    new MutationObserver(() => said.push(status.textContent)).observe(status, {
      ...{ childList: true, characterData: true, subtree: true },
    });
    element.selectFile(await scaledSample('voicemail.wav', 0));
    await until(element, 'transcribing', 'ready', 'failed');
    expect(element.error?.code).to.equal('no-sound');
    expect(submitted).to.deep.equal([]);
    expect(element.progress.fraction).to.equal(1);
    expect(textIn(element)).to.contain('No sound');
    expect(part(element, 'error-message').textContent).to.contain('Transcribe it anyway?');
    const button = control(element, 'Transcribe anyway');
    expect(button.textContent).to.contain('Transcribe anyway');
    await expect(element).to.be.accessible();
    expect(said.filter((text) => text.includes('We hear nothing'))).to.deep.equal([
      'No sound. We hear nothing in this recording. Transcribe it anyway?',
    ]);
    button.click();
    await until(element, 'transcribing', 'ready', 'failed');
    expect(element.error).to.equal(null);
    expect(submitted.length).to.equal(1);
    element.cancel();
  });

  it('with a very quiet voice is submitted', async () => {
    const element = await makeElement(settings);
    // 50 dB below the original: its peak is at -55 dB.
    element.selectFile(await scaledSample('voicemail.wav', 1 / 316));
    await until(element, 'transcribing', 'ready', 'failed');
    expect(element.error).to.equal(null);
    element.cancel();
  });
});
