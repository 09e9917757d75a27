import { expect, fixture, html } from '@open-wc/testing';
import { NAME_HINT_KEY, nameHint } from '../../../src/reader/edit/name-hint.js';
import { createRememberedFlag } from '../../../src/reader/remembered-flag.js';
import { englishReaderStrings } from '../../support/strings.js';

describe('the hint to name speakers', () => {
  it('offers to name them, or to be dismissed', async () => {
    const done: string[] = [];
    const host = await fixture<HTMLElement>(
      html`<div>
        ${nameHint(englishReaderStrings, {
          onName: () => done.push('name'),
          onDismiss: () => done.push('dismiss'),
        })}
      </div>`,
    );
    expect(host.textContent).to.contain('Who is speaking?');
    const [name, dismiss] = host.querySelectorAll('button');
    expect(name?.textContent.trim()).to.equal('Name them');
    expect(dismiss?.getAttribute('aria-label')).to.equal('Dismiss');
    name?.click();
    dismiss?.click();
    expect(done).to.deep.equal(['name', 'dismiss']);
    await expect(host).to.be.accessible();
  });

  it('is remembered in the storage, under its documented key', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    const memory = createRememberedFlag(NAME_HINT_KEY, () => storage);
    expect(memory.get()).to.equal(false);
    memory.set(true);
    expect([...kept]).to.deep.equal([[NAME_HINT_KEY, '1']]);
    expect(NAME_HINT_KEY).to.equal('audio-transcribe-name-hint');
    expect(createRememberedFlag(NAME_HINT_KEY, () => storage).get()).to.equal(true);
  });

  it('is remembered until the page is left, if nothing can be stored', () => {
    const refused = (): never => {
      throw new DOMException('', 'SecurityError');
    };
    for (const storage of [null, refused]) {
      const memory = createRememberedFlag(NAME_HINT_KEY, storage);
      expect(memory.get()).to.equal(false);
      memory.set(true);
      expect(memory.get()).to.equal(true);
    }
  });
});
