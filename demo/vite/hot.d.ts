import type { ViteHotContext } from 'vite/types/hot.js';

declare global {
  interface ImportMeta {
    /** In development, what Vite tells a page. */
    readonly hot?: ViteHotContext;
  }
}
