/** Shows the element next to a control for each custom property. The list comes from custom-elements.json. */
import manifest from '../custom-elements.json' with { type: 'json' };
import '../src/index.js';
import type { PartnerBackend } from '../src/index.js';

interface CssProperty {
  readonly name: string;
  readonly description: string;
  readonly default: string;
}

const transcript = {
  text: '',
  language: 'en',
  duration: 21,
  segments: [
    ['A', 0, 4_000, 'Good morning. How can I help you?'],
    ['B', 4_200, 9_000, 'Hello. My parcel was promised for Monday, and today is Thursday.'],
    ['C', 9_300, 14_000, 'I can look that up. What is the order number?'],
    ['B', 14_300, 21_000, 'It is four seven one nine two six.'],
  ].map(([speaker, start_ms, end_ms, text]) => ({ speaker, start_ms, end_ms, text })),
};

/** A backend whose only task has this result. */
const backendWith = (status: 'PROGRESS' | 'SUCCESS', data: unknown): PartnerBackend => ({
  submit: () => Promise.reject(new Error('This page submits nothing.')),
  query: () => Promise.resolve({ transcription_id: 'shown', status, data }),
});

const make = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** Adds the page to `root`. */
const showTheming = (root: HTMLElement): void => {
  const shown = make(
    'div',
    { className: 'shown' },
    make('audio-transcribe', { noResume: true }),
    ...(
      [
        ['PROGRESS', {}],
        ['SUCCESS', transcript],
        ['SUCCESS', { text: '', segments: [] }],
      ] as const
    ).map(([status, data]) =>
      make('audio-transcribe', {
        noResume: true,
        backend: backendWith(status, data),
        transcriptionId: 'shown',
      }),
    ),
  );
  const elements = [...shown.querySelectorAll('audio-transcribe')];
  const css = make('pre');
  const values = new Map<string, string>();

  const set = (name: string, value: string): void => {
    if (value === '') values.delete(name);
    else values.set(name, value);
    shown.style.setProperty(name, value);
    const lines = [...values].map(([property, text]) => `  ${property}: ${text};`);
    css.textContent = ['audio-transcribe {', ...lines, '}'].join('\n');
  };

  const field = (
    label: string,
    input: HTMLInputElement,
    description: string,
    onInput: () => void,
  ): HTMLElement => {
    input.addEventListener('input', onInput);
    return make('label', { className: 'row' }, label, input, make('small', {}, description));
  };

  const { modules } = manifest as {
    modules: { declarations: { cssProperties?: readonly CssProperty[] }[] }[];
  };
  const documented = modules.flatMap(({ declarations }) =>
    declarations.flatMap(({ cssProperties = [] }) => cssProperties),
  );
  const properties = documented.map((property) => {
    const input = make('input', { name: property.name, placeholder: property.default });
    return field(property.name, input, property.description, () => set(property.name, input.value));
  });

  const width = make('input', { type: 'range', min: '260', max: '1280', value: '1280' });
  const compact = make('input', { type: 'checkbox' });
  const dark = make('input', { type: 'checkbox' });
  const form = make(
    'form',
    {},
    make('h1', {}, 'Theming'),
    field('Width', width, 'Of the element, from 260 px.', () => {
      for (const one of elements) one.style.maxInlineSize = `${width.value}px`;
    }),
    field('compact', compact, 'A smaller layout, for sidebars.', () => {
      for (const one of elements) one.compact = compact.checked;
    }),
    field('Dark', dark, 'Sets the color-scheme.', () => {
      document.documentElement.style.colorScheme = dark.checked ? 'dark' : 'light';
    }),
    css,
    ...properties,
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  set('', '');
  root.className = 'theming';
  root.append(form, shown);
};

const root = document.querySelector<HTMLElement>('#theming');
if (root !== null) showTheming(root);
