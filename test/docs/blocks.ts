/** The code blocks of the documentation, and the files that a compiler checks them as. */
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { docPages } from '../../scripts/doc-blocks.js';
import { root } from '../../scripts/paths.mjs';

export interface Block {
  /** Such as `docs/backend.md:11`. */
  readonly place: string;
  /** Such as `ts`. */
  readonly language: string;
  readonly code: string;
  /** The file of the repository that it copies, or whose neighbour it is; its own page for others. */
  readonly file: string;
}

/** `<!-- continues: … -->` names a file whose neighbours the code imports. */
const BLOCK = /^(?:<!-- (?:file|continues): (\S+) -->\n\n)?( *)```(\w+)\n([^]*?)^ *```$/gm;

const blocksOf = async (page: string): Promise<Block[]> => {
  const text = await readFile(page, 'utf8');
  return [...text.matchAll(BLOCK)].map((found) => {
    const [, file = relative(root, page), indent = '', language = '', code = ''] = found;
    const line = text.slice(0, text.indexOf('```', found.index)).split('\n').length;
    return {
      place: `${relative(root, page)}:${line}`,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      file,
    };
  });
};

const PAGES = ['README.md', 'CONTRIBUTING.md', 'demo/sandbox/README.md', 'bench/README.md'];

/** All blocks of the documentation, in the order of the pages. */
export const readBlocks = async (): Promise<readonly Block[]> => {
  const pages = [...(await docPages()), ...PAGES.map((page) => join(root, page))];
  return (await Promise.all(pages.map(blocksOf))).flat();
};

/** A block's code in a language of the compiler. */
export interface Script {
  readonly place: string;
  /** The path of a file that does not exist. The code may import the files beside it. */
  readonly path: string;
  readonly code: string;
}

const SCRIPT = /<script\b([^>]*)>([^]*?)<\/script>/g;

/** The attributes and the content of each `<script>` of a page or component. */
export const scriptTags = (code: string): readonly (readonly [string, string])[] =>
  [...code.matchAll(SCRIPT)].map(([, attributes = '', content = '']) => [attributes, content]);

/** What the compiler checks of a block: all of it, or the scripts of a page or component. */
const codeOf = ({
  language,
  code,
}: Block): readonly (readonly [ending: string, code: string])[] => {
  if (['ts', 'tsx', 'js', 'jsx'].includes(language)) return [[language, code]];
  if (!['html', 'vue', 'svelte', 'astro'].includes(language)) return [];
  return scriptTags(code)
    .filter(([attributes]) => !attributes.includes('importmap'))
    .map(([attributes, content]) => [attributes.includes('lang="ts"') ? 'ts' : 'js', content]);
};

/** JSX of React, unless the code imports another library. */
const withJsx = (ending: string, code: string): string => {
  const [, library = 'react'] = /from '(preact|solid-js)'/.exec(code) ?? [];
  return ending.endsWith('x') ? `/** @jsxImportSource ${library} */ ${code}` : code;
};

/** The code of a block as files. */
export const scriptsOf = (block: Block): readonly Script[] =>
  codeOf(block).map(([ending, code], index) => {
    const { place, file } = block;
    const name = `${place.replaceAll(/\W/g, '-')}-${index}.${ending}`;
    return { place, path: join(root, dirname(file), name), code: withJsx(ending, code) };
  });

/** False for JavaScript. */
export const isTyped = ({ path }: Script): boolean => extname(path).startsWith('.ts');
