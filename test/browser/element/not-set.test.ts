/**
 * Settings that are not set, in every way in which frameworks and templates write that. The settings come from the manifest, so
 * that a new one is tried, too.
 */
import { expect, fixture, html } from '@open-wc/testing';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { h, nextTick, render } from 'vue';
import '../../../src/index.js';
import '../../../src/transcript-element.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { readSettings, sample, textIn, until } from '../../support/element.js';
import { backendIn } from '../../support/form.js';
import { data, make, shows } from '../shown/shown-support.js';

interface Field {
  readonly name: string;
  readonly kind: string;
  readonly type?: { readonly text: string };
  readonly readonly?: boolean;
  readonly attribute?: string;
}

interface Declaration {
  readonly tagName?: string;
  readonly members?: readonly Field[];
}

type Settings = Record<string, unknown>;

const manifest = (await (await fetch('/custom-elements.json')).json()) as {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
};

/** What a page can set, and is no setting. */
const STATE = ['value', 'form'];

const settingsOf = (tag: string): readonly Field[] =>
  manifest.modules
    .flatMap(({ declarations }) => declarations)
    .filter(({ tagName }) => tagName === tag)
    .flatMap(({ members = [] }) => members)
    .filter((one) => one.kind === 'field' && !one.readonly && !STATE.includes(one.name));

/** A value that is no default. */
const givenFor = ({ name, type }: Field): unknown => {
  const text = type?.text ?? '';
  if (text === 'boolean') return true;
  if (text.startsWith('number')) return 1_000_000;
  if (name === 'audio') return new Blob(['x']);
  if (name === 'fetchToken') return () => Promise.resolve('token');
  if (name === 'transcript') return data;
  if (name === 'edits') return [];
  if (!text.startsWith('string') && !text.startsWith("'")) return {};
  return text.startsWith("'") ? /.*'(.*)'/.exec(text)?.[1] : '/given';
};

const SPELLINGS: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['an empty text', ''],
  ['white space', ' \n'],
  ['NaN', NaN],
  ['false', false],
];

/** The values of all settings. */
const read = (element: Element, fields: readonly Field[]): Settings =>
  Object.fromEntries(
    fields.map(({ name }) => [name, (element as unknown as Settings)[name]] as const),
  );

const all = (fields: readonly Field[], value: (field: Field) => unknown): Settings =>
  Object.fromEntries(fields.map((field) => [field.name, value(field)]));

type Render = (tag: string, props: Settings, container: Element) => Promise<void> | void;

const roots = new WeakMap<Element, ReturnType<typeof createRoot>>();

const FRAMEWORKS: Readonly<Record<string, Render>> = {
  React(tag, props, container) {
    const root = roots.get(container) ?? createRoot(container);
    roots.set(container, root);
    flushSync(() => root.render(createElement(tag, props)));
  },
  async Vue(tag, props, container) {
    render(h(tag, props), container);
    await nextTick();
  },
};

for (const tag of ['audio-transcribe', 'audio-transcript']) {
  const fields = settingsOf(tag);
  // They are read as what is shown.
  const own = fields.filter(({ name }) => !['transcript', 'edits'].includes(name));
  // Nothing is connected, so that nothing begins.
  const defaults = read(document.createElement(tag), own);

  describe(`<${tag}>: a setting that is not set has its default`, () => {
    it('all settings of the manifest are tried', () => {
      expect(own.length).to.be.above(7);
      const element = document.createElement(tag);
      Object.assign(element, all(own, givenFor));
      for (const [name, value] of Object.entries(read(element, own)))
        expect(value, name).to.not.deep.equal(defaults[name]);
    });

    for (const [spelling, value] of SPELLINGS)
      it(`as a property: ${spelling}`, () => {
        const element = document.createElement(tag);
        Object.assign(element, all(own, givenFor));
        Object.assign(
          element,
          all(own, () => value),
        );
        expect(read(element, own)).to.deep.equal(defaults);
      });

    it('as a property: a limit of 0', () => {
      const limits = own.filter(({ type }) => type?.text.startsWith('number'));
      const element = document.createElement(tag);
      for (const value of [0, '0', -1, Infinity, 'ten']) {
        Object.assign(element, all(limits, givenFor));
        Object.assign(
          element,
          all(limits, () => value),
        );
        for (const { name } of limits) expect(read(element, limits)[name], name).to.equal(null);
      }
    });

    it('as an attribute: empty, white space, or removed', () => {
      const element = document.createElement(tag);
      for (const field of own) {
        const { name, attribute } = field;
        if (attribute === undefined) continue;
        const isFlag = givenFor(field) === true;
        const now = (): unknown => read(element, own)[name];
        for (const value of isFlag ? [null] : ['', ' ', null]) {
          element.setAttribute(attribute, String(givenFor(field)));
          expect(now(), name).to.not.equal(defaults[name]);
          if (value === null) element.removeAttribute(attribute);
          else element.setAttribute(attribute, value);
          expect(now(), name).to.equal(defaults[name]);
        }
      }
    });

    for (const [framework, show] of Object.entries(FRAMEWORKS))
      it(`in ${framework}`, async () => {
        for (const [spelling, value] of SPELLINGS) {
          const container = document.createElement('div');
          const element = (): Element => container.firstElementChild as Element;
          // Vue makes true of an empty text for a property that is true or false, as in a template.
          const tried = own.filter((one) => value !== '' || givenFor(one) !== true);
          await show(tag, { key: 1, ...all(tried, () => value) }, container);
          expect(read(element(), own), `${spelling}, at first`).to.deep.equal(defaults);
          await show(tag, { key: 1, ...all(tried, givenFor) }, container);
          expect(read(element(), tried)).to.not.deep.equal(
            read(document.createElement(tag), tried),
          );
          await show(tag, { key: 1, ...all(tried, () => value) }, container);
          expect(read(element(), own), `${spelling}, later`).to.deep.equal(defaults);
        }
      });
  });
}

const service = await readSettings();

describe('a page that sets nothing but where its service is', () => {
  const fields = settingsOf('audio-transcribe');
  const needed = ['serviceUrl', 'backendUrl', 'noStorage'];

  for (const [spelling, value] of SPELLINGS)
    it(`transcribes a recording, and all others are ${spelling}`, async () => {
      const element = document.createElement('audio-transcribe');
      const others = fields.filter(({ name }) => !needed.includes(name));
      Object.assign(
        element,
        all(others, () => value),
        { ...service, noStorage: true },
      );
      await fixture(html`<div>${element}</div>`);
      await element.updateComplete;
      expect(textIn(element)).to.not.contain('limit');
      element.selectFile(await sample('voicemail.wav'));
      await until(element, 'ready', 'failed');
      expect(element.error?.message).to.equal(undefined);
    });

  for (const [spelling, value] of SPELLINGS)
    it(`shows a transcript in the other element, and all others are ${spelling}`, async () => {
      const others = settingsOf('audio-transcript').filter(({ name }) => name !== 'transcript');
      const element = await make({ ...all(others, () => value), transcript: data });
      await shows(element, 'Hello.');
      Object.assign(element, { transcript: value });
      while (element.transcript !== null) await new Promise((resolve) => setTimeout(resolve));
      expect(element.error).to.equal(null);
    });
});

describe('a connection that is missing or is none is told before anything is sent', () => {
  const fails = async (wrong: Settings, sentence: string): Promise<void> => {
    const element = await fixture<AudioTranscribe>(
      html`<audio-transcribe no-storage></audio-transcribe>`,
    );
    const file = await sample('voicemail.wav');
    const sent: string[] = [];
    const { fetch: ownFetch } = window;
    const { open } = XMLHttpRequest.prototype;
    window.fetch = (...given: Parameters<typeof fetch>) => {
      sent.push(new Request(given[0]).url);
      return ownFetch(...given);
    };
    XMLHttpRequest.prototype.open = function (this: XMLHttpRequest, ...given: unknown[]) {
      sent.push(String(given[1]));
      return (open as (...values: unknown[]) => void).apply(this, given);
    };
    const { error: log } = console;
    console.error = () => undefined;
    try {
      Object.assign(element, service, wrong);
      element.selectFile(file);
      await until(element, 'failed', 'ready');
    } finally {
      window.fetch = ownFetch;
      XMLHttpRequest.prototype.open = open;
      console.error = log;
    }
    expect(element.error?.code).to.equal('configuration');
    expect(element.error?.message).to.contain(sentence);
    expect(
      sent.filter((url) => url.startsWith('http') || url.includes('user-token')),
    ).to.deep.equal([]);
  };

  for (const [spelling, value] of SPELLINGS)
    it(`a backend that is ${spelling}`, async () => {
      const fetchToken = (): Promise<string> => Promise.resolve('token');
      await fails({ backendUrl: value, backend: value, fetchToken }, '“backend”');
      await fails({ serviceUrl: value }, '“service-url”');
      await fails(
        { fetchToken: value, backend: backendIn('SUCCESS'), backendUrl: value },
        '“fetchToken”',
      );
    });

  it('a backend without its functions, and a token function that is none', async () => {
    for (const backend of [{}, Promise.resolve({}), 'backend', 7])
      await fails({ backend }, '“backend.submit” must be a function');
    await fails({ backend: { submit: () => undefined } }, '“backend.query” must be a function');
    for (const fetchToken of [{}, Promise.resolve('token'), 7])
      await fails({ fetchToken }, '“fetchToken”');
  });
});
