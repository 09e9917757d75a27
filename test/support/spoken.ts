/**
 * What a screen reader says, as text. The virtual screen reader does not enter shadow roots, so its container is an
 * element inside one.
 */
import { Virtual } from '@guidepup/virtual-screen-reader/browser.js';

interface Item {
  readonly node: Node;
  readonly phrase: string;
}

/** Details that the virtual screen reader adds, and others leave out. */
const NOISE =
  /, (?:orientated \w+|(?:min|max) value \d+|not (?:invalid|disabled|current item)|has popup listbox|current value(?= ))/g;
const NO_ITEM = /^(?:end of .*|end, .*|paragraph|form|status|listitem)$/;

/** The virtual screen reader says the attributes of these fields, not their state. */
const withState = (node: Node, phrase: string): string => {
  if (node instanceof HTMLTextAreaElement) return `${phrase}, ${node.value}`;
  if (node instanceof HTMLSelectElement)
    return phrase.replace(`, ${node.value},`, `, ${node.selectedOptions[0]?.text ?? ''},`);
  const isChecked = node instanceof HTMLInputElement && node.checked;
  return isChecked ? phrase.replace('not checked', 'checked') : phrase;
};

const shorten = ({ node, phrase }: Item): Item => ({
  node,
  phrase: withState(
    node,
    phrase
      .replace(NOISE, '')
      .replace(/^listitem, level 1/, 'listitem')
      .replace(/^(listitem.*?), position.*/, '$1')
      .replace(/, position (\d+), set size (\d+)/, ', $1 of $2')
      .replace(/^(\w+, (.+)), placeholder \2$/, '$1'),
  ),
});

/** These are said in one piece, with their content as the name of them or of their field. */
const ONE_PIECE = 'h2, h3, button, select, label, [role="status"]';

const isSaid = ({ node, phrase }: Item): boolean => {
  if (node instanceof HTMLInputElement) return true;
  if (NO_ITEM.test(phrase) || node instanceof HTMLLegendElement) return false;
  return (node.parentElement?.closest(ONE_PIECE) ?? null) === null;
};

/** Everything in a container, in reading order. */
const itemsIn = async (container: Element): Promise<readonly Item[]> => {
  const reader = new Virtual();
  await reader.start({ container });
  const items: Item[] = [];
  for (;;) {
    const node = reader.activeNode;
    const phrase = await reader.lastSpokenPhrase();
    const [first] = items;
    // After the last item comes the first one.
    if (node === null || (first?.node === node && first.phrase === phrase)) break;
    items.push({ node, phrase });
    await reader.next();
  }
  await reader.stop();
  return items.map(shorten).filter(isSaid);
};

const ancestorsOf = (node: Node): readonly Node[] => {
  const all: Node[] = [];
  for (let parent = node.parentNode; parent !== null; parent = parent.parentNode) all.push(parent);
  return all;
};

const LIVE = /^(?:polite|assertive): ./;

export interface Listener {
  /** Starts a section of the text. */
  readonly section: (title: string) => void;
  /** Adds what the user does, and what is said because of it: the new focus, then announcements. */
  readonly hear: (action: string, act: () => unknown) => Promise<void>;
  /** Adds everything that is said when the user moves through this container. */
  readonly read: (action: string, container: Element) => Promise<void>;
  readonly text: () => string;
  readonly stop: () => Promise<void>;
}

/** Listens to an element inside a shadow root. */
export const listenTo = async (container: HTMLElement): Promise<Listener> => {
  const lines: string[] = [];
  const announcer = new Virtual();
  await announcer.start({ container });
  await announcer.clearSpokenPhraseLog();
  let focused: HTMLElement | null = null;
  /** The groups around the last focus. They are not said again while the focus stays inside. */
  let around: readonly Node[] = [container];
  let last = '';

  /** Resolves once all lines of the transcript are there. */
  const settled = async (): Promise<void> => {
    while (container.querySelector('[aria-busy="true"]') !== null)
      await new Promise((resolve) => setTimeout(resolve));
  };

  const hearFocus = async (): Promise<readonly string[]> => {
    const target = (container.getRootNode() as ShadowRoot).activeElement;
    if (target === null) return [];
    const items = await itemsIn(container);
    const name = items.find(({ node }) => node === target)?.phrase ?? 'nothing';
    const entered = items.filter(({ node }) => node.contains(target) && node !== target);
    const groups = entered.filter(({ node }) => !around.includes(node)).map(({ phrase }) => phrase);
    // What is typed is said as it is typed.
    const isSame =
      target === focused && (name === last || target.matches('input:not([type=range])'));
    focused = target as HTMLElement;
    around = [container, ...ancestorsOf(target)];
    last = name;
    return isSame ? [] : [...groups, name];
  };

  return {
    section: (title) => lines.push(...(lines.length === 0 ? [] : ['']), `# ${title}`),
    async hear(action, act) {
      await act();
      await settled();
      const focus = await hearFocus();
      const announced = (await announcer.spokenPhraseLog()).filter((phrase) => LIVE.test(phrase));
      await announcer.clearSpokenPhraseLog();
      lines.push('', `> ${action}`, ...focus, ...announced);
    },
    async read(action, part) {
      lines.push('', `> ${action}`, ...(await itemsIn(part)).map(({ phrase }) => phrase));
    },
    text: () => `${lines.join('\n')}\n`,
    stop: () => announcer.stop(),
  };
};
