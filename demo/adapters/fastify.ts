import fastify from 'fastify';
import { toNodeHandler } from '../../src/server/node.js';
import { handler } from './handler.js';

const serve = toNodeHandler(handler);

export const app = fastify();
// A scope of its own, so that other routes keep their parsers.
app.register((scope, _options, done) => {
  // The handler reads the body itself, and bounds it.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(null));
  scope.all('/api/transcribe/*', (request, reply) => {
    reply.hijack();
    serve(request.raw, reply.raw);
  });
  done();
});
