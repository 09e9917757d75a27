/** The browser's online state, and what may contradict it. */
import { expect } from '@open-wc/testing';
import { browserConnectivity, noteRequest } from '../../../src/browser/browser-ports.js';

const say = (onLine: boolean, { tell = true } = {}): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
  if (tell) window.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
};

describe('connectivity', () => {
  beforeEach(() => {
    noteRequest(); // starts to listen at the first request
    say(true);
  });
  after(() => {
    Reflect.deleteProperty(navigator, 'onLine');
    window.dispatchEvent(new Event('online'));
  });

  it('trusts the browser when it reports offline', () => {
    say(false);
    expect(browserConnectivity.isOnline()).to.equal(false);
  });

  it('does not trust it once a response arrived to a request sent since then', () => {
    say(false);
    const answered = noteRequest();
    expect(browserConnectivity.isOnline()).to.equal(false);
    answered();
    expect(browserConnectivity.isOnline()).to.equal(true);
  });

  it('trusts it if the response belongs to an earlier request', () => {
    const answered = noteRequest();
    say(false);
    answered();
    expect(browserConnectivity.isOnline()).to.equal(false);
  });

  it('trusts it if the offline event fires after the request was sent', () => {
    say(false, { tell: false });
    const answered = noteRequest();
    window.dispatchEvent(new Event('offline'));
    answered();
    expect(browserConnectivity.isOnline()).to.equal(false);
  });

  it('trusts it again after the network was back', () => {
    say(false);
    const answered = noteRequest();
    answered();
    say(true);
    say(false);
    expect(browserConnectivity.isOnline()).to.equal(false);
  });

  it('waits for the network to come back', async () => {
    say(false);
    const back = browserConnectivity.whenOnline(new AbortController().signal);
    say(true);
    await back;
    expect(browserConnectivity.isOnline()).to.equal(true);
  });
});
