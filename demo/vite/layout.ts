/** What the pages of the demo share, in place of comments in their HTML. */
import { dirname, relative } from 'node:path';
import { normalizePath, type Plugin } from 'vite';
import { codeOf } from '../embeddings/shown-code.js';
import { STRICT_PAGE } from '../embeddings/seal-strict-page.js';
import { root } from '../../scripts/paths.mjs';

/** Replaces the strict page in development, where its scripts change and have no hashes. */
const STRICT_PAGE_NOTICE = `<main>
      <section class="intro">
        <h1>Strict policy: notes of a bank</h1>
        <p class="lead">
          The policy of this page has the hash of each script, so it needs the built scripts. To see
          it, run <code>npm run preview</code>.
        </p>
      </section>
    </main>`;

const withStrictPageNotice = (html: string): string =>
  html
    .replace(/<meta\s+http-equiv="Content-Security-Policy"[^>]*>/, '')
    .replace(/<script type="module"[^>]*><\/script>/, '')
    .replace(/<main>.*<\/main>/s, STRICT_PAGE_NOTICE);

/** The head, the name of the demo, and the code of an app. */
export const pageLayout: Plugin = {
  name: 'page-layout',
  transformIndexHtml: {
    order: 'pre',
    handler: async (source, { filename, path, server }) => {
      const isNotice = server !== undefined && path === `/${STRICT_PAGE}`;
      const html = isNotice ? withStrictPageNotice(source) : source;
      const [files = '', names = ''] = /<!-- code: (.*) -->/.exec(html) ?? [];
      const code = names === '' ? '' : await codeOf(dirname(filename), names.split(' '));
      const top = normalizePath(relative(dirname(filename), root));
      return html
        .replace(
          '<!-- head -->',
          `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="${top}/demo/icon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${top}/demo/base.css" />`,
        )
        .replace(
          '<!-- top -->',
          `<header class="top">
      <!-- brand -->
      <p class="target"><a href="${top}/index.html#frameworks">Back to the demo</a></p>
    </header>`,
        )
        .replace(
          '<!-- brand -->',
          `<p class="brand"><img src="${top}/demo/icon.svg" alt="" width="28" height="28" />audio-transcribe</p>`,
        )
        .replace(
          files,
          () =>
            names &&
            `<details class="source"><summary>The code of this page</summary><div id="code">${code}</div></details>
    <script type="module" src="${top}/demo/embeddings/around-app.ts"></script>`,
        );
    },
  },
};

/** Removes what leads to pages that need the demo's server: links and sections with `data-served`. */
export const removeServedLinks: Plugin = {
  name: 'remove-served-links',
  transformIndexHtml: (html) =>
    html.replace(/\s*<(a|section)\b[^>]*\bdata-served\b[^>]*>.*?<\/\1>/gs, ''),
};
