/** The servers that `servers.test.ts` runs the handler in. `npm run doc-blocks` makes the table of `docs/adapters.md` from them. */

export interface Server {
  readonly name: string;
  /** The package whose version the table names, in the manifest of the application. */
  readonly package?: string;
  /** A folder of `servers`, and the script of its manifest that starts it. Default: `node` and `server`. */
  readonly app: string;
  readonly script: string;
  /** What comes before `/api/transcribe` in the address. Default: nothing. */
  readonly prefix?: string;
  /** The heading of the recipe in `docs/adapters.md`. */
  readonly recipe: string;
  readonly note?: string;
}

const inNode = (name: string): Pick<Server, 'app' | 'script'> => ({
  app: 'node',
  script: `server ${name}`,
});

const LAMBDA = 'Tried with events of API Gateway (format 2.0), without AWS.';

export const SERVERS: readonly Server[] = [
  { name: 'Node', ...inNode('node'), recipe: "Node's own server" },
  { name: 'Express 5', package: 'express', ...inNode('express'), recipe: 'Express' },
  {
    name: 'Express 5, after `express.json()`',
    package: 'express',
    ...inNode('express-parsed'),
    recipe: 'Express',
    note: 'The parser then limits the body, to 100 kB.',
  },
  {
    name: 'Express 4, after `express.json()`',
    package: 'express4',
    ...inNode('express-4'),
    recipe: 'Express',
  },
  {
    name: 'Koa, before `@koa/bodyparser`',
    package: 'koa',
    ...inNode('koa'),
    recipe: 'Koa',
  },
  { name: 'Fastify', package: 'fastify', ...inNode('fastify'), recipe: 'Fastify' },
  { name: 'Nest', package: '@nestjs/core', ...inNode('nest'), recipe: 'Nest' },
  {
    name: 'Nest, on Fastify',
    package: '@nestjs/platform-fastify',
    ...inNode('nest-fastify'),
    recipe: 'Nest',
  },
  { name: 'Hono', package: 'hono', ...inNode('hono'), recipe: 'Hono' },
  { name: 'h3', package: 'h3', ...inNode('h3'), recipe: 'h3, Nitro and Nuxt' },
  {
    name: 'Nitro, the server of Nuxt',
    package: 'nitropack',
    app: 'nitro',
    script: 'server',
    recipe: 'h3, Nitro and Nuxt',
  },
  {
    name: 'Next.js, with `basePath`',
    package: 'next',
    app: 'next',
    script: 'server',
    prefix: '/docs',
    recipe: 'Next.js',
    note: 'The `basePath` of `next.config` belongs to `backend-url`, and not to that of the handler.',
  },
  {
    name: 'SvelteKit',
    package: '@sveltejs/kit',
    app: 'sveltekit',
    script: 'server',
    recipe: 'SvelteKit',
  },
  {
    name: 'React Router, formerly Remix',
    package: 'react-router',
    app: 'react-router',
    script: 'server',
    recipe: 'React Router and Remix',
  },
  {
    name: 'AWS Lambda, `serverless-http`',
    package: 'serverless-http',
    ...inNode('lambda-serverless-http'),
    recipe: 'AWS Lambda',
    note: LAMBDA,
  },
  {
    name: 'AWS Lambda, `serverless-express`',
    package: '@codegenie/serverless-express',
    ...inNode('lambda-serverless-express'),
    recipe: 'AWS Lambda',
    note: LAMBDA,
  },
  {
    name: 'AWS Lambda, `@fastify/aws-lambda`',
    package: '@fastify/aws-lambda',
    ...inNode('lambda-fastify'),
    recipe: 'AWS Lambda',
    note: LAMBDA,
  },
  {
    name: 'Azure Functions',
    package: '@azure/functions',
    ...inNode('azure'),
    recipe: 'Azure Functions',
    note: 'Tried with requests and responses of the package, without the host of Azure.',
  },
  {
    name: 'Cloudflare Workers',
    package: 'miniflare',
    app: 'node',
    script: 'worker',
    recipe: 'Workers',
    note: 'Tried in `workerd`, with KV and a rate limiting binding.',
  },
  { name: 'Bun', package: 'bun', app: 'node', script: 'bun', recipe: 'Bun and Deno' },
  { name: 'Deno', package: 'deno', app: 'node', script: 'deno', recipe: 'Bun and Deno' },
];
