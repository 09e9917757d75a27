/** What all pages share: the tag of the page, and what the library has done with it. */
import 'audio-transcribe';

const template = document.querySelector('template');

/** The recipe of the docs for this library, or the plain tag, as HTML. */
export const html = template.innerHTML;

/** The attributes of the plain tag, for libraries that make the element themselves. */
export const attributes = Object.fromEntries(
  [...template.content.firstElementChild.attributes].map(({ name, value }) => [name, value]),
);

/** The place for the page's content. */
export const app = document.querySelector('#app');

/** Lines that the library has left. The test reads them. */
export const heard = [];
Object.assign(globalThis, { heard });

/** Called by the test when the transcript is there: what the library does to a page that is in use. */
export const later = (work) => Object.assign(globalThis, { later: work });

/** Called by the test at the end: the value that the library has for the field. */
export const fieldValue = (read) => Object.assign(globalThis, { fieldValue: read });
