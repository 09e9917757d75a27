/** `<audio-transcript>` under the policies under which applications are checked. */
import { expect } from '@open-wc/testing';
import { POLICIES, policyHeader } from '../../consumers/policies.js';
import { control, untilControl } from '../../support/element.js';
import { find, linesOf, until } from './shown-support.js';

const SAMPLE = new URL('../../../demo/samples/voicemail.wav', import.meta.url).href;

interface TrustedTypes {
  createPolicy(name: string, rules: object): { createScriptURL(url: string): string };
}

/** Adds the script of the element to a page. */
const addScript = (page: Window & typeof globalThis): Promise<unknown> => {
  const { trustedTypes } = page as { trustedTypes?: TrustedTypes };
  const rules = { createScriptURL: (url: string) => url };
  const script = page.document.createElement('script');
  script.type = 'module';
  const address = new URL('../../../src/transcript-element.ts', import.meta.url).href;
  script.src = trustedTypes?.createPolicy('test', rules).createScriptURL(address) ?? address;
  const loaded = new Promise((resolve, reject) => {
    script.addEventListener('load', resolve);
    script.addEventListener('error', reject);
  });
  page.document.head.append(script);
  return loaded;
};

describe('a page with <audio-transcript>', () => {
  let frame: HTMLIFrameElement;
  afterEach(() => frame.remove());

  for (const name of POLICIES)
    it(`reads, plays, corrects and exports under the policy ${name}, without a violation`, async () => {
      const policy = policyHeader(name, {
        ...{ hosts: [], scripts: [], styles: [], worker: 'file' },
        // The page of the tests has another copy of Lit.
        trustedTypes: ['test', "'allow-duplicates'"],
      });
      frame = document.createElement('iframe');
      const query = new URLSearchParams({
        // The page of the tests is around it.
        policy: policy?.replace("; frame-ancestors 'none'", '') ?? '',
      });
      frame.src = `/test/support/policy.html?${query}`;
      const opened = new Promise((resolve) => frame.addEventListener('load', resolve));
      document.body.append(frame);
      await opened;
      const page = frame.contentWindow as Window & typeof globalThis;
      const violated: string[] = [];
      page.document.addEventListener(
        'securitypolicyviolation',
        ({ effectiveDirective, blockedURI }) =>
          violated.push(`${effectiveDirective} ${blockedURI}`),
      );
      await addScript(page);
      const element = page.document.createElement('audio-transcript');
      element.src = '/demo/samples/support-call.json';
      element.audio = await (await page.fetch(SAMPLE)).blob();
      page.document.body.append(element);
      await until(() => linesOf(element).length > 2);
      await until(() => (element.renderRoot.querySelector('audio')?.readyState ?? 0) > 0);
      control(element, 'More').click();
      await until(() => element.renderRoot.querySelector(':popover-open') !== null);
      const line = find(element, 'segment');
      line?.dispatchEvent(new page.MouseEvent('dblclick', { bubbles: true, composed: true }));
      await until(() => element.renderRoot.querySelector('textarea') !== null);
      control(element, 'Export').click();
      await untilControl(element, 'Print');
      expect((await element.exportTranscript('docx')).size).to.be.above(1_000);
      expect(violated).to.deep.equal([]);
    });
});
