/** In development, replaces changed styles of the element in the open pages, which keep what they show. */
import { relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { root } from '../../scripts/paths.mjs';
import { STYLES_CHANGED, type ChangedStyles } from './live-styles.js';

const inRepository = (path: string): string => normalizePath(relative(root, path));

const STYLES = /\bcss`([^`]*)`/g;

const stylesIn = (code: string): readonly string[] =>
  [...code.matchAll(STYLES)].map(([, text = '']) => text);

/** The new styles if nothing else has changed; null if the page must be reloaded. */
export const changedStyles = (before: string, after: string): readonly string[] | null => {
  const rest = (code: string): string => code.replaceAll(STYLES, '');
  const styles = stylesIn(after);
  const isText = [...stylesIn(before), ...styles].every((text) => !/\$\{|\\/.test(text));
  return isText && rest(before) === rest(after) ? styles : null;
};

/** Gives each style of a module its name, by which `live-styles.ts` finds it again. */
const withNames = (code: string, file: string): string => {
  let count = 0;
  const named = code.replaceAll(
    STYLES,
    (style) => `liveStyle(${JSON.stringify(`${file}#${count++}`)}, ${style})`,
  );
  return count === 0 ? code : `import { liveStyle } from '/demo/vite/live-styles.ts';${named}`;
};

export const hotStyles = (): Plugin => {
  const served = new Map<string, string>();
  return {
    name: 'hot-styles',
    apply: 'serve',
    enforce: 'pre',
    transform(code, id) {
      const file = inRepository(id);
      if (!/^src\/.*\.ts$/.test(file)) return undefined;
      served.set(file, code);
      return { code: withNames(code, file), map: null };
    },
    async hotUpdate({ file: path, read, type }) {
      const file = inRepository(path);
      const before = served.get(file);
      if (this.environment.name !== 'client' || type !== 'update' || before === undefined)
        return undefined;
      const after = await read();
      const styles = changedStyles(before, after);
      if (styles === null) return undefined;
      served.set(file, after);
      const changed: ChangedStyles = { file, styles };
      this.environment.hot.send(STYLES_CHANGED, changed);
      return [];
    },
  };
};
