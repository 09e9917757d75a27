import { formatted } from './format.mjs';

const INTRODUCTION = `# API reference

\`npm run manifest\` generates this page from \`custom-elements.json\`, which editors and tools also read. Do not edit it.
[The element](element.md), [Your own transcript](transcript-element.md), [Events](events.md) and [Theming](theming.md) explain how
to use it.
`;

/** Text for a cell of a table. */
const cell = (text = '') => text.replaceAll('\n', ' ').replaceAll('|', '\\|');
const code = (text) => (text === undefined ? '' : `\`${cell(text)}\``);

const table = (titles, rows) =>
  [titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const section = (title, titles, rows) => `### ${title}\n\n${table(titles, rows)}\n`;

const signature = ({ name, parameters = [], return: returned, static: isStatic }) => {
  const list = parameters.map(
    ({ name, optional, type }) => `${name}${optional ? '?' : ''}: ${type?.text ?? 'unknown'}`,
  );
  const owner = isStatic ? 'AudioTranscribe.' : '';
  return `${owner}${name}(${list.join(', ')}): ${returned?.type?.text ?? 'void'}`;
};

/** The sections of one element. */
const elementSections = (element) => {
  const described = ({ name, description }) => [code(name), cell(description)];
  const fields = element.members.filter(({ kind }) => kind === 'field');
  const methods = element.members.filter(({ kind }) => kind === 'method');
  return [
    `## \`<${element.tagName}>\`\n`,
    section(
      'Attributes and properties',
      ['Property', 'Attribute', 'Type', 'Default', 'Description'],
      fields
        .filter(({ readonly }) => !readonly)
        .map((it) => [
          ...[code(it.name), code(it.attribute), code(it.type?.text), code(it.default)],
          cell(it.description),
        ]),
    ),
    section(
      'Read-only properties',
      ['Property', 'Type', 'Description'],
      fields
        .filter(({ readonly }) => readonly)
        .map((it) => [code(it.name), code(it.type?.text), cell(it.description)]),
    ),
    section(
      'Methods',
      ['Method', 'Description'],
      methods.map((it) => [code(signature(it)), cell(it.description)]),
    ),
    section(
      'Events',
      ['Event', 'Class', 'Description'],
      element.events.map((it) => [code(it.name), code(it.type?.text), cell(it.description)]),
    ),
    ...(element.cssStates
      ? [section('States', ['State', 'Description'], element.cssStates.map(described))]
      : []),
    section('Parts', ['Part', 'Description'], element.cssParts.map(described)),
    section(
      'Custom properties',
      ['Custom property', 'Default', 'Description'],
      element.cssProperties.map((it) => [code(it.name), code(it.default), cell(it.description)]),
    ),
  ];
};

/** The page of the API, from the text of the manifest. */
export async function apiPage(manifest, path) {
  const declarations = JSON.parse(manifest).modules.flatMap(({ declarations }) => declarations);
  const elements = ['audio-transcribe', 'audio-transcript'].map((name) =>
    declarations.find(({ tagName }) => tagName === name),
  );
  const text = [INTRODUCTION, ...elements.flatMap(elementSections)].join('\n');
  return formatted(path, text);
}
