import type { ClipboardContent } from '../../transcript/index.js';

/** The parts of the clipboard that a page may lack: all of it where it is not served over https. */
type AnyClipboard = Partial<Pick<Clipboard, 'write' | 'writeText'>> | undefined;

const asItem = ({ text, html }: ClipboardContent): ClipboardItem =>
  new ClipboardItem({
    'text/plain': new Blob([text], { type: 'text/plain' }),
    'text/html': new Blob([html], { type: 'text/html' }),
  });

/**
 * Puts text and HTML on the clipboard, or the text alone where only that is allowed. To be called while
 * a press is being handled; rejects where the browser refuses both.
 */
export const writeClipboard = async (
  content: ClipboardContent,
  clipboard: AnyClipboard = (navigator as { clipboard?: Clipboard }).clipboard,
): Promise<void> => {
  try {
    if (typeof ClipboardItem === 'function' && clipboard?.write) {
      await clipboard.write([asItem(content)]);
      return;
    }
  } catch {
    // Some allow text and nothing else.
  }
  if (!clipboard?.writeText) throw new Error('This page cannot reach the clipboard.');
  await clipboard.writeText(content.text);
};
