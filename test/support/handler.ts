/** The backend handler with a sandbox, and users identified by a header. */
import type { Sandbox } from '../../demo/sandbox/index.js';
import {
  createPartnerHandler,
  type PartnerHandler,
  type PartnerHandlerOptions,
} from '../../src/server.js';

export const BASE = '/api/transcribe';

/** The header `X-Test-User` names the user. */
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
