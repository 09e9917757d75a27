/** The page in the frame of “Pull the plug”: a partner's page, whose backend is the simulation. */
import '../../src/index.js';
import type { AudioTranscribe } from '../../src/index.js';
import { CLAIM, channelOf, type News, isVisitId, placesOf } from './messages.js';

/** Makes this page, and no other, report that it is offline, as a browser without a network does. */
const createOfflineSwitch = (): ((offline: boolean) => void) => {
  let isOffline = false;
  const real = (): boolean => Reflect.get(Navigator.prototype, 'onLine', navigator);
  Object.defineProperty(navigator, 'onLine', { get: () => real() && !isOffline });
  return (offline) => {
    if (offline === isOffline) return;
    isOffline = offline;
    window.dispatchEvent(new Event(offline ? 'offline' : 'online'));
  };
};

/** Resolves when the service worker answers the requests of this page. After a forced reload, it does not at first. */
const controlled = async (scope: string): Promise<void> => {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller !== null) return;
  const taken = new Promise((resolve) =>
    serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  );
  (await serviceWorker.getRegistration(scope))?.active?.postMessage(CLAIM);
  await taken;
};

/** Makes the frame in the sales page as tall as this page. */
const fitFrame = (frame: HTMLElement): void => {
  new ResizeObserver(() => {
    frame.style.blockSize = `${Math.ceil(document.body.getBoundingClientRect().height)}px`;
  }).observe(document.body);
};

/** Connects the element, and then dispatches `ready` on the frame. */
const connect = async (
  element: AudioTranscribe,
  visit: string,
  frame: HTMLElement,
): Promise<void> => {
  const scope = new URL('./', location.href).href;
  const setOffline = createOfflineSwitch();
  new BroadcastChannel(channelOf(visit)).addEventListener(
    'message',
    ({ data }: MessageEvent<News>) => setOffline(data.state.offline),
  );
  await controlled(scope);
  const { backend, service } = placesOf(scope, visit);
  element.userKey = `simulation-${visit}`;
  element.serviceUrl = service;
  element.backendUrl = backend;
  frame.dispatchEvent(new Event('ready'));
};

const element = document.querySelector('audio-transcribe');
const frame = window.frameElement as HTMLElement | null;
const visit = new URLSearchParams(location.search).get('visit');
if (element !== null && frame !== null && isVisitId(visit)) {
  fitFrame(frame);
  void connect(element, visit, frame);
} else {
  element?.remove();
  document.querySelector('p')?.removeAttribute('hidden');
}
