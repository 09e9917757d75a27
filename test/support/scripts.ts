/** The words of the demo's samples, see demo/samples/README.md. */
import { readFile } from 'node:fs/promises';

interface Line {
  readonly voice: string;
  readonly text: string;
}

export interface Script {
  readonly file: string;
  readonly lines: readonly Line[];
}

export const readScripts = async (): Promise<readonly Script[]> => {
  const file = new URL('../../demo/samples/scripts.json', import.meta.url);
  return Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, Script>);
};

export const spokenText = ({ lines }: Script): string => lines.map(({ text }) => text).join(' ');

export const voicesOf = ({ lines }: Script): readonly string[] => [
  ...new Set(lines.map(({ voice }) => voice)),
];
