import { fillPrintDocument, type PrintContent } from './print-document.js';

export type { PrintContent } from './print-document.js';

/** The document of the last print: some browsers have no end of printing to wait for. */
let last: HTMLIFrameElement | null = null;

/** Out of sight, but laid out: what is not displayed is not printed everywhere. */
const hide = ({ style }: HTMLIFrameElement): void => {
  style.setProperty('position', 'fixed');
  style.setProperty('inset-block-start', '0');
  style.setProperty('inset-inline-start', '0');
  style.setProperty('inline-size', '0');
  style.setProperty('block-size', '0');
  style.setProperty('border', '0');
  style.setProperty('visibility', 'hidden');
};

/**
 * Opens the browser's print dialogue on a document of its own, which is gone afterwards. Throws where
 * the page may not print, as in a sandboxed frame without modals.
 */
export const printTranscript = (content: PrintContent): void => {
  last?.remove();
  const frame = document.createElement('iframe');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  hide(frame);
  document.body.append(frame);
  last = frame;
  const { contentWindow, contentDocument } = frame;
  if (contentWindow === null || contentDocument === null) {
    frame.remove();
    throw new Error('A document to print could not be made.');
  }
  contentWindow.addEventListener('afterprint', () => frame.remove(), { once: true });
  fillPrintDocument(contentDocument, content);
  contentWindow.print();
};
