/** The browser's word on the network, and what may be held against it. */
import { expect } from '@open-wc/testing';
import { browserConnectivity, noteRequest } from '../../../src/browser/connectivity.js';

const say = (onLine: boolean, { tell = true } = {}): void => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => onLine });
  if (tell) window.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
};

describe('connectivity', () => {
  beforeEach(() => {
    noteRequest(); // from the first request on it listens
    say(true);
  });
  after(() => {
    Reflect.deleteProperty(navigator, 'onLine');
    window.dispatchEvent(new Event('online'));
  });

  it('believes the browser that calls itself offline', () => {
    say(false);
    expect(browserConnectivity.isOnline()).to.equal(false);
  });

  it('does not believe it once an answer came to what was asked for since', () => {
    say(false);
    const answered = noteRequest();
    expect(browserConnectivity.isOnline()).to.equal(false);
    answered();
    expect(browserConnectivity.isOnline()).to.equal(true);
  });

  it('believes it though an answer comes that was on the way before', () => {
    const answered = noteRequest();
    say(false);
    answered();
    expect(browserConnectivity.isOnline()).to.equal(false);
  });

  it('believes it where the change is told only after the request began', () => {
    say(false, { tell: false });
    const answered = noteRequest();
    window.dispatchEvent(new Event('offline'));
    answered();
    expect(browserConnectivity.isOnline()).to.equal(false);
  });

  it('believes it anew after the network was back', () => {
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
