import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type MarkdownRenderer } from 'vitepress';
import { slugOf } from './slug.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The site's path of a Markdown file, from its path in the repository. */
const sitePath = (file: string): string =>
  file === 'SECURITY.md'
    ? 'vulnerabilities.md'
    : file
        .replace(/^(?:docs|demo)\//, '')
        .replace(/README\.md$/, 'index.md')
        .toLowerCase();

/** Links in the sources are relative to the files of the repository. */
const siteLinks = (md: MarkdownRenderer): void => {
  md.core.ruler.push('site-links', ({ tokens, env }) => {
    const { realPath = '' } = env as { readonly realPath?: string };
    const inline = tokens.flatMap(({ children }) => children ?? []);
    for (const token of inline.filter(({ type }) => type === 'link_open')) {
      const href = token.attrGet('href') ?? '';
      if (/^(?:[a-z]+:|#|\/)/.test(href)) continue;
      const [path = '', hash] = href.split('#');
      const file = relative(root, resolve(dirname(realPath), path)).replaceAll('\\', '/');
      token.attrSet('href', `/${sitePath(file)}${hash === undefined ? '' : `#${hash}`}`);
    }
  });
};

const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(`${root}demo/icon.svg`, 'utf8'))}`;

/** Pages for the people who develop the package. The search leaves them out: their words hide the answers. */
const UNSEARCHED =
  /^(?:architecture|bench\/|changelog|contributing|conformance-rules|consumers|accessibility)/;

export default defineConfig({
  title: 'audio-transcribe',
  description: 'A custom element that uploads a recording and shows its time-synced transcript.',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['README.md', 'demo/samples/**', '{src,test,coverage,test-results}/**'],
  outDir: '../.cache/docs',
  cacheDir: '../.cache/vitepress',
  rewrites: sitePath,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: icon }]],
  markdown: {
    config: siteLinks,
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  buildEnd({ outDir }) {
    cpSync(`${root}openapi`, `${outDir}/openapi`, { recursive: true });
    const links = readFileSync(`${root}llms.txt`, 'utf8').replace(
      /\]\((.+)\.md\)/g,
      (_, path: string) => `](/${sitePath(`${path}.md`).replace(/\.md$/, '.html')})`,
    );
    writeFileSync(`${outDir}/llms.txt`, links);
  },
  // `vite.config.ts` at the top level is for the demo.
  vite: { configFile: false, optimizeDeps: { entries: [] } },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        _render: (source, env, md) => {
          const html = md.render(source, env);
          return UNSEARCHED.test(sitePath((env as { relativePath: string }).relativePath))
            ? ''
            : html;
        },
      },
    },
    outline: [2, 3],
    nav: [
      { text: 'Quick start', link: '/' },
      { text: 'Frameworks', link: '/frameworks', activeMatch: '^/frameworks' },
      { text: 'API', link: '/api' },
    ],
    sidebar: [
      {
        text: 'Your page',
        items: [
          { text: 'Quick start', link: '/' },
          { text: 'The element', link: '/element' },
          { text: 'The microphone', link: '/microphone' },
          { text: 'The transcript', link: '/transcript' },
          { text: 'Events', link: '/events' },
          { text: 'Errors', link: '/errors' },
          { text: 'Theming', link: '/theming' },
          { text: 'Languages', link: '/languages' },
          { text: 'Limits', link: '/limits' },
          { text: 'Phones', link: '/devices' },
          { text: 'Accessibility', link: '/accessibility' },
          { text: 'API reference', link: '/api' },
        ],
      },
      {
        text: 'Frameworks',
        items: [
          { text: 'Overview and bundlers', link: '/frameworks' },
          { text: 'HTML', link: '/frameworks/html' },
          { text: 'CDN', link: '/frameworks/cdn' },
          { text: 'React', link: '/frameworks/react' },
          { text: 'Next.js', link: '/frameworks/next' },
          { text: 'Preact', link: '/frameworks/preact' },
          { text: 'Vue', link: '/frameworks/vue' },
          { text: 'Nuxt', link: '/frameworks/nuxt' },
          { text: 'Svelte', link: '/frameworks/svelte' },
          { text: 'Angular', link: '/frameworks/angular' },
          { text: 'Solid', link: '/frameworks/solid' },
          { text: 'Astro', link: '/frameworks/astro' },
          { text: 'Tested versions', link: '/consumers' },
        ],
      },
      {
        text: 'Your server',
        items: [
          { text: 'The backend handler', link: '/backend' },
          { text: 'The backend in your framework', link: '/adapters' },
          { text: 'The backend in any language', link: '/any-backend' },
          { text: 'Finish without an open page', link: '/watcher' },
          { text: 'Operating the handler', link: '/operating' },
          { text: 'How big can it get', link: '/scale' },
          { text: 'Your own transcript', link: '/transcript-element' },
          { text: 'Save and show later', link: '/later' },
          { text: 'Security and privacy', link: '/security' },
          { text: 'Report a vulnerability', link: '/vulnerabilities' },
        ],
      },
      {
        text: 'The service',
        items: [
          { text: 'Call it with curl', link: '/curl' },
          { text: 'Migrate from S3 uploads', link: '/migration' },
          { text: 'The sandbox', link: '/sandbox/' },
          { text: 'Faults of the sandbox', link: '/sandbox/faults' },
          { text: 'Check conformance', link: '/conformance' },
          { text: 'What the check covers', link: '/conformance-rules' },
          { text: 'Our assumptions', link: '/guesses' },
        ],
      },
      {
        text: 'More',
        items: [
          { text: 'FAQ', link: '/faq' },
          { text: 'For reviewers', link: '/reviewers' },
          { text: 'For assistants', link: '/agents' },
          { text: 'Compared with others', link: '/comparison' },
          { text: 'The engine', link: '/engine' },
          { text: 'Benchmarks', link: '/bench/' },
          { text: 'Changes', link: '/changelog' },
          { text: 'Contributing', link: '/contributing' },
          { text: 'How the code works', link: '/architecture' },
        ],
      },
    ],
  },
});
