/** A frame in which a page of the simulation shows the element. */
import type { AudioTranscribe } from '../../src/index.js';

/**
 * The page in the frame gets the language, direction and look of the wrapper. `onReady` is called each time the page
 * has connected its element.
 */
export const createElementFrame = (title: string, onReady: (element: AudioTranscribe) => void) => {
  const wrapper = document.createElement('div');
  wrapper.className = 'frame';
  const frame = document.createElement('iframe');
  frame.title = title;
  wrapper.append(frame);
  frame.addEventListener('ready', () => {
    const page = frame.contentDocument;
    const element = page?.querySelector('audio-transcribe');
    if (!page || !element) return;
    const root = page.documentElement;
    const copyLook = (): void => {
      root.lang = wrapper.lang || 'en';
      root.dir = wrapper.dir || 'ltr';
      root.style.cssText = wrapper.style.cssText;
    };
    copyLook();
    new MutationObserver(copyLook).observe(wrapper, { attributes: true });
    onReady(element);
  });
  return { wrapper, frame };
};
