/** In development: the styles of the element in this page, by name. */
import type { CSSResult } from 'lit';

export const STYLES_CHANGED = 'audio-transcribe:styles';

export interface ChangedStyles {
  /** The module of the styles, relative to the repository. */
  readonly file: string;
  /** The texts of all styles of the module, in order. */
  readonly styles: readonly string[];
}

const live = new Map<string, CSSResult>();

/** `name`: the path of the module, and the position of the style in it. */
export const liveStyle = (name: string, style: CSSResult): CSSResult => {
  live.set(name, style);
  return style;
};

// All elements share the style sheet of a style.
import.meta.hot?.on(STYLES_CHANGED, ({ file, styles }: ChangedStyles) => {
  for (const [index, text] of styles.entries())
    live.get(`${file}#${index}`)?.styleSheet?.replaceSync(text);
});
