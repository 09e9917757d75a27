/** The reader in a browser whose user wants system colours, more contrast and less motion. */
import { expect } from '@open-wc/testing';
import { press, showEditable, until } from '../reader/reader-support.js';

const styleOf = (element: Element, name: string): string =>
  getComputedStyle(element).getPropertyValue(name);

describe('with the preferences of the user', () => {
  it('the browser reports them', () => {
    for (const query of [
      '(forced-colors: active)',
      '(prefers-contrast: more)',
      '(prefers-reduced-motion: reduce)',
    ])
      expect(matchMedia(query).matches, query).to.equal(true);
  });

  it('the highlighted item and the edges of a menu are visible', async () => {
    const host = await showEditable();
    const list = host.popup('More');
    host.control('More').focus();
    press(host.control('More'), 'ArrowDown');
    const first = host.one('[data-item="paragraphs"]');
    press(first, 'ArrowDown');
    const second = host.one('[data-item="lines"]');
    expect(host.shadowRoot?.activeElement).to.equal(second);
    expect(styleOf(second, 'background-color')).to.not.equal(styleOf(first, 'background-color'));
    expect(styleOf(second, 'color')).to.not.equal(styleOf(first, 'color'));
    expect(styleOf(list, 'border-top-style')).to.equal('solid');
    expect(styleOf(list, 'border-top-color')).to.equal(styleOf(list, 'color'));
  });

  it('the toast has an edge and does not move', async () => {
    const host = await showEditable();
    host.all('[part~="turn"] [part~="speaker-name"]')[0]?.click();
    const field = host.one<HTMLInputElement>('dialog[open] input:not([type])');
    field.value = 'Maria';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    host.one<HTMLFormElement>('dialog[open] form').requestSubmit();
    await until(() => host.allByPart('toast').length > 0);
    const toast = host.byPart('toast');
    expect(styleOf(toast, 'border-top-width')).to.equal('1px');
    expect(styleOf(toast, 'border-top-color')).to.equal(styleOf(toast, 'color'));
    expect(styleOf(toast, 'animation-duration')).to.equal('0s');
  });
});
