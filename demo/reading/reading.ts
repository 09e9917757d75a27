/** The page `reading.html`: the same transcript in HTML, React and Vue. */
import 'audio-transcribe/transcript.js';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { createApp } from 'vue';
import { find } from '../sales/tabs.js';
import { Call } from './react-page.js';
import VuePage from './vue-page.vue';

flushSync(() => createRoot(find('#react')).render(createElement(Call)));
createApp(VuePage).mount(find('#vue'));

// Three elements on one page need names of their own.
for (const element of document.querySelectorAll('audio-transcript')) {
  const heading = element.closest('.app')?.querySelector('h2')?.textContent ?? '';
  element.recordingName = `Support call, in ${heading}`;
}
