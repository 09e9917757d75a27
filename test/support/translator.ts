/** Translates like browser extensions do that reach into shadow roots: other nodes take the place of the texts. */
const toTranslate = (root: Node): Text[] => {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const isWord = /[\p{L}\p{N}]/u.test(text.data) && !text.data.startsWith('«');
    if (isWord && !text.parentElement?.closest('style, textarea')) texts.push(text);
  }
  return texts;
};

export const translate = (root: Node): void => {
  for (const text of toTranslate(root)) {
    const font = document.createElement('font');
    font.append(document.createElement('font'));
    font.firstElementChild?.append(`«${text.data.trim()}»`);
    text.replaceWith(font);
  }
};

/** What is seen, without the signs of the translator. */
export const seenIn = (root: ParentNode): string =>
  [...root.querySelectorAll<HTMLElement>('[part~="card"] > :not([role="status"])')]
    .map(({ innerText }) => innerText.replace(/[«»]/g, '').replace(/\s+/g, ' '))
    .join(' ');
