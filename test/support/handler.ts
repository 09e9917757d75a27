/** The partner's handler before a sandbox, with users who say who they are. */
import type { Sandbox } from '../../demo/sandbox/index.js';
import {
  createPartnerHandler,
  type PartnerHandler,
  type PartnerHandlerOptions,
} from '../../src/server.js';

export const BASE = '/api/transcribe';

/** Who asks is in the header `X-Test-User`. */
export const handlerFor = (
  sandbox: Sandbox,
  more: Partial<PartnerHandlerOptions> = {},
): PartnerHandler =>
  createPartnerHandler({
    serviceUrl: sandbox.serviceUrl,
    ...sandbox.credentials,
    basePath: BASE,
    authorize: (request) => {
      const userId = request.headers.get('x-test-user');
      return userId === null ? null : { userId };
    },
    allowedFileHosts: [new URL(sandbox.storageUrl).host],
    ...more,
  });
