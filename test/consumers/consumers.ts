/** The table of consumers: each is a real application that uses the packed package. */
import type { PolicyName } from './policies.js';

export interface Consumer {
  readonly name: string;
  /** Folders of `apps`. Files of later ones replace files of earlier ones. */
  readonly app: readonly string[];
  /** Versions that replace those of the app's package.json. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Files of this repository that are part of the app, by their path in the app. */
  readonly recipes?: Readonly<Record<string, string>>;
  /** The packages that the result table names. */
  readonly shows: readonly string[];
  /** Script that runs before the app is served. Default: none. */
  readonly build?: 'build';
  /** The served folder, or the script of the app's own server. */
  readonly serve: { readonly folder: string } | { readonly script: string };
  /** Path of the page. Default: `/`. */
  readonly path?: string;
  /** The page shows the number of segments when the transcript is ready. Default: true. */
  readonly listens?: boolean;
  /** The app serves the handler itself. */
  readonly ownBackend?: boolean;
  /** Where the worker comes from. */
  readonly worker: 'file' | 'Blob';
  /** Names of Trusted Types policies that the app needs besides those of the package. */
  readonly trustedTypes?: readonly string[];
  /** Policies that the app cannot have, and why. */
  readonly notApplicable?: Readonly<Partial<Record<PolicyName, string>>>;
  /** Warnings that the browser must report. Default: none. */
  readonly warns?: RegExp;
}

const NEXT_RECIPE = { 'app/api/transcribe/[...path]/route.ts': 'demo/adapters/next-route.ts' };

const NEXT_DEV =
  'React needs `eval()` in development, and the tools of Next.js insert inline styles. A policy that allows `eval()` also allows WebAssembly.';

export const consumers: readonly Consumer[] = [
  {
    name: 'Plain HTML with an import map',
    app: ['page', 'html'],
    shows: [],
    serve: { folder: '.' },
    worker: 'file',
  },
  {
    name: 'CDN file from another origin',
    app: ['cdn'],
    shows: [],
    serve: { folder: '.' },
    worker: 'Blob',
  },
  {
    name: 'Vite 8',
    app: ['page', 'vite'],
    shows: ['vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'Vite 8, development server',
    app: ['page', 'vite'],
    shows: ['vite'],
    serve: { script: 'dev' },
    worker: 'file',
  },
  {
    name: 'Vite 7',
    app: ['page', 'vite', 'vite-7'],
    versions: { vite: '7.3.8' },
    shows: ['vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'Vite 7, development server',
    app: ['page', 'vite', 'vite-7'],
    versions: { vite: '7.3.8' },
    shows: ['vite'],
    serve: { script: 'dev' },
    worker: 'file',
  },
  {
    name: 'webpack 5',
    app: ['page', 'webpack'],
    shows: ['webpack'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
    trustedTypes: ['webpack'],
  },
  {
    name: 'Rspack 2',
    app: ['page', 'rspack'],
    shows: ['@rspack/core'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
    trustedTypes: ['rspack'],
  },
  {
    name: 'Parcel 2',
    app: ['page', 'parcel'],
    shows: ['parcel'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'esbuild',
    app: ['page', 'esbuild'],
    shows: ['esbuild'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'Rollup 4',
    app: ['page', 'rollup'],
    shows: ['rollup'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'React 19, component',
    app: ['react'],
    shows: ['react', 'vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'React 19, component, development server',
    app: ['react'],
    shows: ['react', 'vite'],
    serve: { script: 'dev' },
    worker: 'file',
  },
  {
    name: 'React 19, tag',
    app: ['react', 'react-tag'],
    shows: ['react', 'vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'React 18, component',
    app: ['react'],
    versions: { react: '18.3.1', 'react-dom': '18.3.1' },
    shows: ['react', 'vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'Preact 11',
    app: ['preact'],
    shows: ['preact', 'vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'Preact 10',
    app: ['preact'],
    versions: { preact: '10.27.2' },
    shows: ['preact', 'vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'Vue 3',
    app: ['vue'],
    shows: ['vue', 'vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
    trustedTypes: ['vue'],
  },
  {
    name: 'Svelte 5',
    app: ['svelte'],
    shows: ['svelte', 'vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
    trustedTypes: ['svelte-trusted-html'],
  },
  {
    name: 'Solid 1',
    app: ['solid'],
    shows: ['solid-js', 'vite'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
    notApplicable: {
      'trusted-types': 'Solid creates its templates with `innerHTML`, without a policy.',
    },
  },
  {
    name: 'Angular 22',
    app: ['angular'],
    shows: ['@angular/core', 'node'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'Next.js 16, server component',
    app: ['next'],
    recipes: NEXT_RECIPE,
    shows: ['next', 'react'],
    build: 'build',
    serve: { script: 'start' },
    listens: false,
    ownBackend: true,
    worker: 'file',
    trustedTypes: ['default'],
  },
  {
    name: 'Next.js 16, client component',
    app: ['next'],
    recipes: NEXT_RECIPE,
    shows: ['next', 'react'],
    build: 'build',
    serve: { script: 'start' },
    path: '/client',
    ownBackend: true,
    worker: 'file',
    trustedTypes: ['default'],
  },
  {
    name: 'Next.js 16, development server',
    app: ['next'],
    recipes: NEXT_RECIPE,
    shows: ['next', 'react'],
    serve: { script: 'dev' },
    path: '/client',
    ownBackend: true,
    worker: 'file',
    notApplicable: { strict: NEXT_DEV, 'no-wasm': NEXT_DEV, 'trusted-types': NEXT_DEV },
  },
  {
    name: 'Nuxt 4',
    app: ['nuxt'],
    shows: ['nuxt', 'vue', 'node'],
    build: 'build',
    serve: { script: 'start' },
    ownBackend: true,
    worker: 'file',
    trustedTypes: ['vue'],
  },
  {
    name: 'Astro 7',
    app: ['astro'],
    shows: ['astro', 'node'],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
  },
  {
    name: 'Two versions on one page',
    app: ['two'],
    shows: [],
    build: 'build',
    serve: { folder: 'out' },
    worker: 'file',
    // Each copy of Lit and of this package creates its policy.
    trustedTypes: ["'allow-duplicates'"],
    warns: /audio-transcribe/,
  },
];
