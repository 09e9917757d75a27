/** The code of an app, as HTML for its page. It is read when the pages are built. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The part of an HTML file from this tag to its end tag, without the indentation of the file. */
export const partOf = (file: string, tag: string): string => {
  const end = `</${tag}>`;
  const part = file.slice(file.indexOf(`<${tag}`), file.indexOf(end) + end.length);
  const indent = /\n( *)<\/[^\n]*$/.exec(part)?.[1]?.length ?? 0;
  return part.replace(new RegExp(`^ {${indent}}`, 'gm'), '');
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** `files`: paths in `folder`. For a part of an HTML file, its tag follows after `#`. */
export const codeOf = async (folder: string, files: readonly string[]): Promise<string> => {
  const blocks = files.map(async (file) => {
    const [path = '', tag] = file.split('#');
    const text = await readFile(join(folder, path), 'utf8');
    const code = escaped(tag === undefined ? text.trim() : partOf(text, tag));
    const name = basename(path);
    return `<h3>${name}</h3><div class="copy-block"><pre tabindex="0" dir="ltr" aria-label="${name}"><code>${code}</code></pre></div>`;
  });
  return (await Promise.all(blocks)).join('\n');
};
