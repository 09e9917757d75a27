/** What a tab shows and stores, read in the page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import type { AudioTranscribe } from '../../src/index.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface ElementLook {
  readonly id: string;
  readonly state: string;
  /** Everything that is written in the element. */
  readonly text: string;
  /** The names of the buttons that can be pressed. */
  readonly buttons: readonly string[];
  /** Null without a transcript. */
  readonly transcript: { readonly text: string; readonly edits: number } | null;
}

export interface TabLook {
  readonly elements: readonly ElementLook[];
  /** Where the keyboard is. */
  readonly focus: 'element' | 'page' | 'nowhere';
  /** What `watchProgress` has noted since the page was loaded. */
  readonly noted: readonly string[];
}

/** Runs before the scripts of each page: notes a progress that goes back. */
export const watchProgress = (): void => {
  const noted: string[] = [];
  Object.assign(globalThis, { noted });
  const last = new WeakMap<EventTarget, number>();
  addEventListener(
    'transcribe-progress',
    ({ target }) => {
      if (target === null) return;
      const { progress, multiple } = target as AudioTranscribe;
      if (multiple) return void last.delete(target);
      const { fraction, parts, phase } = progress;
      const before = last.get(target) ?? 0;
      // Without a plan, the upload starts over.
      const startsOver = parts === null && phase !== 'transcribing' && phase !== 'ready';
      if (!startsOver && fraction < before)
        noted.push(`the progress went from ${before} to ${fraction} (${phase})`);
      last.set(target, startsOver ? 0 : fraction);
    },
    true,
  );
};

/** Runs before the scripts of each page: counts the addresses of blobs that are not revoked. */
export const watchAddresses = (): void => {
  const addresses = new Set<string>();
  Object.assign(globalThis, { addresses });
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (blob) => {
    const address = createObjectURL.call(URL, blob);
    addresses.add(address);
    return address;
  };
  URL.revokeObjectURL = (address) => {
    addresses.delete(address);
    revokeObjectURL.call(URL, address);
  };
};

/** What a page holds. */
export interface Memory {
  readonly addresses: number;
  readonly workers: number;
  readonly nodes: number;
  /** Of its scripts, in bytes. */
  readonly heap: number;
}

/** Only Chromium tells. */
export const memoryIn = async (page: Page): Promise<Memory> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (wanted: string): number =>
    metrics.find(({ name }) => name === wanted)?.value ?? 0;
  await session.detach();
  const addresses = await page.evaluate(
    () => (globalThis as unknown as { addresses: Set<string> }).addresses.size,
  );
  return {
    ...{ addresses, workers: page.workers().length },
    ...{ nodes: metric('Nodes'), heap: metric('JSHeapUsedSize') },
  };
};

/** Runs in the page. */
const look = (): TabLook => {
  const textIn = (node: Node): string => {
    if (node instanceof Element && /^(?:STYLE|SCRIPT|TEMPLATE)$/.test(node.tagName)) return '';
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
    const root = node instanceof Element ? node.shadowRoot : null;
    return [...(root?.childNodes ?? []), ...node.childNodes].map(textIn).join(' ');
  };
  const elements = [...document.querySelectorAll<AudioTranscribe>('audio-transcribe')].filter(
    (element) => element.checkVisibility(),
  );
  const { activeElement } = document;
  const isInside = elements.some((element) => element.contains(activeElement));
  const isNowhere = activeElement === null || activeElement === document.body;
  return {
    focus: isInside ? 'element' : isNowhere ? 'nowhere' : 'page',
    noted: (globalThis as unknown as { noted?: string[] }).noted ?? [],
    elements: elements.map((element) => ({
      id: element.id,
      state: element.state,
      text: textIn(element).replace(/\s+/g, ' '),
      buttons: [...(element.shadowRoot?.querySelectorAll('button') ?? [])]
        .filter((button) => !button.disabled && button.checkVisibility())
        .map((button) => (button.ariaLabel ?? button.textContent).trim().replace(/\s+/g, ' ')),
      transcript: element.transcript && {
        text: element.transcript.segments
          .map(({ text }) => text)
          .filter((text) => text !== '')
          .join(' '),
        edits: element.edits.length,
      },
    })),
  };
};

/** Evaluates in the page. If a key or a button has led to another page, it waits for that page. */
export const evaluateIn = async <Result>(page: Page, script: () => Result): Promise<Result> => {
  for (;;) {
    try {
      return await page.evaluate<Result>(script);
    } catch (error) {
      if (!/context was destroyed|navigat/i.test(String(error))) throw error;
      await page.waitForLoadState();
    }
  }
};

export const lookAt = (page: Page): Promise<TabLook> => evaluateIn(page, look);

/** What axe finds in the elements. */
export const axeIn = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (context: string, options: object) => Promise<AxeResults> };
    };
    const { violations } = await axe.run('audio-transcribe', {
      resultTypes: ['violations'],
      // Other tests check the colours, which change while the page fades from one state to the next.
      rules: { 'color-contrast': { enabled: false } },
    });
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target }) => `${id}: ${help} (${target.flat().join(' ')})`),
    );
  });
};

/** What the element stores about recordings: in its database, and on the origin's disk. Runs in the page. */
export const storedIn = async (): Promise<string[]> => {
  const found: string[] = [];
  const known = await indexedDB.databases();
  if (known.some(({ name }) => name === 'audio-transcribe')) {
    const finished = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('IndexedDB has failed.'));
      });
    const database = await finished(indexedDB.open('audio-transcribe'));
    for (const store of database.objectStoreNames) {
      const count = await finished(database.transaction(store).objectStore(store).count());
      if (count > 0) found.push(`${count} in “${store}”`);
    }
    database.close();
  }
  type Folder = FileSystemDirectoryHandle & { values: () => AsyncIterable<FileSystemHandle> };
  const folder = (await navigator.storage.getDirectory()) as Folder;
  for await (const entry of folder.values())
    if (entry.kind === 'directory')
      for await (const { name } of (entry as Folder).values())
        found.push(`the file ${entry.name}/${name}`);
  return found;
};
