/** What the element says to screen readers is where they listen: inside a modal dialog while one is open. */
import { expect } from '@open-wc/testing';
import type { AudioTranscript } from '../../../src/transcript-element.js';
import { control } from '../../support/element.js';
import { data, make, other, shows, until } from './shown-support.js';

const lineOf = ({ renderRoot }: AudioTranscript): HTMLElement => {
  const line = renderRoot.querySelector<HTMLElement>('#spoken');
  if (!line) throw new Error('Nothing is said.');
  return line;
};

const isInDialog = (element: AudioTranscript): boolean =>
  lineOf(element).closest('dialog[open]') !== null;

const renaming = async (): Promise<AudioTranscript> => {
  const element = await make({ transcript: data, edits: [] });
  await shows(element, 'Hello.');
  expect(isInDialog(element)).to.equal(false);
  control(element, 'Rename Speaker 1').click();
  await until(() => isInDialog(element));
  return element;
};

describe('the line that is said', () => {
  it('moves into a dialog and back, and is read once the dialog is gone', async () => {
    const element = await renaming();
    const field = element.renderRoot.querySelector<HTMLInputElement>('dialog[open] input');
    if (!field) throw new Error('There is no field.');
    field.value = 'Anna';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    const texts: string[] = [];
    new MutationObserver(() => {
      if (!isInDialog(element) && lineOf(element).textContent !== texts.at(-1))
        texts.push(lineOf(element).textContent);
    }).observe(element.renderRoot, { childList: true, characterData: true, subtree: true });
    control(element, 'Save').click();
    await until(() => texts.some((text) => text.includes('Anna')));
    expect(texts.at(-2) ?? '').to.equal('');
  });

  it('does not say again in a dialog what was said before', async () => {
    const element = await renaming();
    const field = element.renderRoot.querySelector<HTMLInputElement>('dialog[open] input');
    if (!field) throw new Error('There is no field.');
    field.value = 'Anna';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    control(element, 'Save').click();
    await until(() => !isInDialog(element) && lineOf(element).textContent.includes('Anna'));
    control(element, 'Rename Anna').click();
    await until(() => isInDialog(element));
    // Later than any timer that the move has set.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(lineOf(element).textContent).to.equal('');
  });

  it('comes back when the transcript of the dialog is gone', async () => {
    const element = await renaming();
    element.transcript = other;
    await shows(element, 'Another recording.');
    expect(isInDialog(element)).to.equal(false);
    expect(lineOf(element).isConnected).to.equal(true);
  });
});
