import Koa from 'koa';
import { toNodeHandler } from '../../src/server/node.js';
import { handler } from './handler.js';

const serve = toNodeHandler(handler);

export const app = new Koa();
// Before the body parser: it puts the body where the handler cannot find it.
app.use((context, next) => {
  if (!context.path.startsWith('/api/transcribe/')) return next();
  context.respond = false;
  return serve(context.req, context.res);
});
