import fastify from 'fastify';
import { toNodeHandler } from '../../src/server/node.js';
import { handler, watcher } from './handler.js';

const serve = toNodeHandler(handler);

export const app = fastify();
app.addHook('onClose', () => watcher.stop());
app.register((scope, _options, done) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
  scope.all('/api/transcribe*', (request, reply) => {
    reply.hijack();
    serve(request.raw, reply.raw);
  });
  done();
});
