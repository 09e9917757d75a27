/** How people take a step. */
import type { Locator } from '@playwright/test';
import type { Sandbox } from '../../demo/sandbox/index.js';
import type { AudioTranscribe, TranscribeError } from '../../src/index.js';
import { setDiskFull } from '../support/full-disk.js';
import type { ElementLook } from './look.js';
import type { Place, Step } from './plan.js';
import type { Recording, Recordings } from './recordings.js';
import type { Stage, Tab } from './stage.js';

/** The English buttons with which nobody gives work up, or asks for a transcript. */
const HARMLESS =
  /^(?:play|pause|resume|stop|back \d|forward|mute|more|export|copy|search|save|edit|undo|redo|rename|options|start|continue|open|keyboard|skip|repeat|speaker|go to|line|paragraph)/i;

/** These open a dialog of the browser. */
const OPENS_DIALOG = /choose|print|pick|add files/i;

interface Found {
  readonly tab: Tab;
  readonly element: Locator;
  readonly look: ElementLook;
}

/** A number from 0 to 1 that depends on the name and the draw alone, so that another button changes few choices. */
const rankOf = (name: string, draw: number): number => {
  let rank = draw;
  for (const letter of name) rank = Math.imul(rank ^ letter.charCodeAt(0), 0x9e37_79b1) >>> 0;
  return rank;
};

const drawn = (names: readonly string[], button: number | string): string | null => {
  if (typeof button === 'string') return names.includes(button) ? button : null;
  const ranked = names
    .filter((name) => !OPENS_DIALOG.test(name))
    .sort((one, other) => rankOf(one, button) - rankOf(other, button));
  return ranked[0] ?? null;
};

/** The driver of the browser can do neither with files. */
const dropOrPaste = (
  element: Locator,
  kind: 'drop' | 'paste',
  { name, mimeType, buffer }: Recording['file'],
): Promise<void> =>
  element.evaluate(
    (it, { kind, name, mimeType, base64 }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([bytes], name, { type: mimeType, lastModified: 1 }));
      const target = it.shadowRoot?.querySelector('section') ?? it;
      const options = { bubbles: true, composed: true, cancelable: true };
      if (kind === 'paste')
        target.dispatchEvent(new ClipboardEvent(kind, { ...options, clipboardData: dataTransfer }));
      else
        for (const type of ['dragenter', 'dragover', kind])
          target.dispatchEvent(new DragEvent(type, { ...options, dataTransfer }));
    },
    { kind, name, mimeType, base64: buffer.toString('base64') },
  );

export const createActor = (
  stage: Stage,
  world: {
    readonly recordings: Recordings;
    readonly faults: Sandbox['faults'];
    /** Time passes in the pages and at the service. */
    readonly pass: (ms: number) => Promise<void>;
    readonly now: () => number;
  },
) => {
  const { recordings, faults, pass, now } = world;

  const tabOf = ({ tab }: { readonly tab: number }): Tab | undefined =>
    stage.tabs()[tab % (stage.tabs().length || 1)];

  const find = (place: Place): Found | null => {
    const tab = tabOf(place);
    const index = place.element % (tab?.look.elements.length ?? 1);
    const look = tab?.look.elements[index];
    if (tab === undefined || look === undefined) return null;
    const shown = tab.page.locator('audio-transcribe').filter({ visible: true });
    return { tab, look, element: shown.nth(index) };
  };

  /** What the element shows makes place, unless it has a list. */
  const give = async (kind: Step['kind'], { tab, element, look }: Found): Promise<boolean> => {
    const input = element.locator('input[type=file]').first();
    const isList = await element.evaluate((it: AudioTranscribe) => it.multiple);
    const takes = isList || /^(?:idle|ready|failed|paused)$/.test(look.state);
    if (!takes || (await input.count()) === 0) return false;
    const person = stage.person();
    const owner = [...tab.people].every((one) => one === person) ? person : null;
    const own = recordings.all().filter((recording) => recording.owner === owner);
    const recording =
      (kind === 'choose-again' ? own.at(-1) : undefined) ?? recordings.create(owner);
    if (!isList) recordings.dismiss(look.text);
    recording.decisions += 1;
    recording.dismissed = false;
    recording.places.add(look.id);
    tab.chosen.add(recording.mark);
    if (kind === 'drop' || kind === 'paste') await dropOrPaste(element, kind, recording.file);
    else await input.setInputFiles(recording.file);
    return true;
  };

  const press = async (
    step: Extract<Step, { kind: 'press' }>,
    found: Found,
  ): Promise<Step | null> => {
    const name = drawn(found.look.buttons, step.button);
    if (name === null) return null;
    if (!HARMLESS.test(name)) {
      recordings.dismiss(found.look.text);
      recordings.decide(found.look.text);
    }
    const buttons = await found.element.locator('button:visible:enabled').all();
    for (const button of buttons) {
      const shown = await button
        .evaluate((it) => (it.ariaLabel ?? it.textContent).trim().replace(/\s+/g, ' '))
        .catch(() => null);
      if (shown !== name) continue;
      // It can disappear, or be covered, just before it is pressed.
      const isPressed = await button.click({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
      return isPressed ? { ...step, button: name } : null;
    }
    return null;
  };

  const keys = async (tab: Tab, pressed: readonly string[]): Promise<void> => {
    for (const { text } of tab.look.elements)
      if (pressed.some((key) => /Enter|Space|Escape/.test(key))) {
        recordings.dismiss(text);
        recordings.decide(text);
      }
    for (const key of pressed) await tab.page.keyboard.press(key);
  };

  const correct = (
    { kind, line }: Extract<Step, { kind: 'correct' | 'split' }>,
    { element }: Found,
  ): Promise<boolean> =>
    element.evaluate(
      (it: AudioTranscribe, { kind, line }) => {
        const segment = it.transcript?.segments[line];
        if (segment === undefined || it.readOnly || segment.text.length < 12) return false;
        if (kind === 'split') it.edit({ kind: 'split-segment', segment: line, at: 8 });
        else it.edit({ kind: 'correct-text', segment: line, text: `${segment.text} Corrected.` });
        return true;
      },
      { kind, line },
    );

  /** Presses the buttons with these names, one after the other, then types. Returns false if there is no first one. */
  const typeInto = async (
    { tab, element }: Found,
    names: readonly (readonly [RegExp, number])[],
    text: string,
    key: string,
  ): Promise<boolean> => {
    for (const [index, [name, nth]] of names.entries()) {
      const buttons = element.getByRole(index === 0 ? 'button' : 'menuitem', { name });
      const count = await buttons.count();
      if (count === 0) return index > 0;
      await buttons
        .nth(nth % count)
        .click({ timeout: 1_000 })
        .catch(() => undefined);
    }
    await tab.page.keyboard.type(text);
    await tab.page.keyboard.press(key);
    return true;
  };

  const inElement = async (step: Step & Place): Promise<Step | null> => {
    const found = find(step);
    if (found === null) return null;
    const { element, look } = found;
    switch (step.kind) {
      case 'press':
        return press(step, found);
      case 'correct':
      case 'split':
        return (await correct(step, found)) ? step : null;
      case 'edit': {
        const names = [
          [/^Options for/, step.line],
          [/^Edit text/, 0],
        ] as const;
        return (await typeInto(found, names, ' Typed.', step.key)) ? step : null;
      }
      case 'rename':
        return (await typeInto(found, [[/^Rename/, 0]], 'Zoe', step.key)) ? step : null;
      case 'search':
        return (await typeInto(found, [[/^Search/, 0]], 'line', step.key)) ? step : null;
      case 'undo-all':
        await element.evaluate((it: AudioTranscribe) => {
          for (let left = it.edits.length; left > 0; left--) it.undo();
        });
        return step;
      case 'export':
        if (look.transcript === null) return null;
        await element.evaluate(async (it: AudioTranscribe) => {
          try {
            await it.exportTranscript('srt');
          } catch (error) {
            // Without a network, the code that exports cannot be loaded. Meanwhile, the transcript can be replaced.
            if ((error as TranscribeError).code !== 'network' && it.transcript) throw error;
          }
        });
        return step;
      case 'set':
        recordings.dismiss(step.name === 'multiple' ? look.text : '');
        await element.evaluate((it, { name, value }) => {
          if (value === null) it.removeAttribute(name);
          else it.setAttribute(name, value);
        }, step);
        return step;
      case 'move':
        await element.evaluate((it) => void it.parentElement?.append(it));
        return step;
      case 'reset':
        recordings.dismiss(look.text);
        await element.evaluate((it: AudioTranscribe) => it.reset());
        return step;
      default:
        return (await give(step.kind, found)) ? step : null;
    }
  };

  const inTab = async (
    step: Exclude<Extract<Step, { readonly tab: number }>, Place>,
    tab: Tab,
  ): Promise<void> => {
    const { page } = tab;
    switch (step.kind) {
      case 'keys':
        return keys(tab, step.keys);
      case 'leave-and-return':
        await page.goto('about:blank');
        return void (await page.goBack());
      case 'close-tab':
        return stage.tabs().length > 1 ? stage.closeTab(tab) : undefined;
      case 'sign-in':
        await stage.signIn(step.person);
        return void (await page.reload());
      case 'reload':
        return void (await page.reload());
      case 'forget':
        for (const { mark } of recordings.all()) recordings.dismiss(mark);
        return page.evaluate(async () => {
          await customElements.whenDefined('audio-transcribe');
          await (customElements.get('audio-transcribe') as typeof AudioTranscribe).forgetStored();
        });
      case 'turn':
        return page.setViewportSize({ width: step.width, height: 800 });
    }
  };

  /** Returns the step as it was taken, or null if it could not be. */
  return async (step: Step): Promise<Step | null> => {
    // Without a network there is no page, so nobody opens one.
    if (stage.isOffline() && /^(?:reload|leave-and-return|open-tab|sign-in)$/.test(step.kind))
      return null;
    if ('element' in step) return inElement(step);
    if ('tab' in step) {
      const tab = tabOf(step);
      if (tab === undefined) return null;
      await inTab(step, tab);
      return step;
    }
    switch (step.kind) {
      case 'open-tab':
        if (stage.tabs().length >= 3) return null;
        await stage.openTab();
        break;
      case 'offline':
        await stage.setOffline(step.on);
        break;
      case 'disk-full':
        // What cannot be stored can be lost.
        for (const { mark } of recordings.all()) recordings.dismiss(mark);
        for (const { page } of stage.tabs())
          await page.evaluate(setDiskFull, step.on ? ('request' as const) : null);
        break;
      case 'fault':
        faults.add(step.fault);
        break;
      case 'mend':
        faults.clear();
        break;
      case 'wait':
        await pass(step.ms);
        break;
      case 'set-clock':
        await stage.context.clock.setSystemTime(now() + step.ms);
        break;
    }
    return step;
  };
};
