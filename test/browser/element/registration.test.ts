import { expect } from '@open-wc/testing';

describe('registration', () => {
  it('with another version on the page: keeps the registered class, and warns with both versions', async () => {
    class Registered extends HTMLElement {
      static readonly version = '0.0.9';
    }
    customElements.define('audio-transcribe', Registered);
    const { warn } = console;
    const warnings: unknown[] = [];
    console.warn = (...texts) => void warnings.push(...texts);
    try {
      const { AudioTranscribe } = await import('../../../src/index.js');
      expect(customElements.get('audio-transcribe')).to.equal(Registered);
      expect(AudioTranscribe.version).to.match(/^\d+\.\d+\.\d+/);
      expect(warnings).to.deep.equal([
        `audio-transcribe 0.0.9 is active on this page. Version ${AudioTranscribe.version} was loaded later and is not used.`,
      ]);
    } finally {
      console.warn = warn;
    }
  });
});
