/** A wrong `service-url`: the error names the host. */
import { expect } from '@open-wc/testing';
import '../../../src/index.js';
import { makeElement, readSettings, sample, until } from '../../support/element.js';
import { withFastClock } from '../../support/fast-clock.js';

const settings = await readSettings();

/** The host of this page under its other name, which is another origin. Its server sends no CORS headers. */
const otherName = (): string => {
  const { hostname, port } = location;
  return `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;
};

const messageWith = async (serviceUrl: string): Promise<string> => {
  const element = await makeElement({ ...settings, serviceUrl });
  element.selectFile(await sample('voicemail.wav'));
  await until(element, 'ready', 'failed');
  expect(element.error?.code).to.equal('configuration');
  return element.error?.message ?? '';
};

describe('a wrong service-url', () => {
  withFastClock();

  it('that nothing answers is named in the error', async () => {
    expect(await messageWith('http://127.0.0.1:4')).to.include('127.0.0.1:4 does not answer');
  });

  it('that answers without CORS is told apart', async () => {
    const url = otherName();
    expect(await messageWith(`${url}/no-such-path`)).to.include(
      `${new URL(url).host} answers, but`,
    );
  });
});
