import {
  joinUrl,
  parseUploadedFile,
  parseUploadPlan,
  SERVICE_PATHS,
  TranscribeError,
  type CompleteUploadRequest,
  type UploadedFile,
  type UploadPlan,
  type UploadPlanRequest,
} from '../protocol/index.js';
import {
  JSON_HEADERS,
  readAnswer,
  send,
  withRetries,
  type CallOptions,
  type CallPorts,
  type RetryOptions,
} from './call.js';
import type { HttpResponse } from './ports.js';
import { PATIENT_RETRY } from './retry.js';
import type { TokenProvider } from './tokens.js';

/** The two calls that the page makes to the service itself, with the user token (4.4, 4.6). */
export interface UploadService {
  plan(request: UploadPlanRequest, options: CallOptions): Promise<UploadPlan>;
  complete(request: CompleteUploadRequest, options: CallOptions): Promise<UploadedFile>;
}

const refused = (status: number): TranscribeError => {
  const cause = new Error(`status ${status}`);
  switch (status) {
    case 401:
    case 403:
      return new TranscribeError(
        'not-authorized',
        'The service does not let this page upload. Sign in again or reload the page, then try again.',
        { cause },
      );
    case 404:
      return new TranscribeError(
        'upload-expired',
        'The service no longer knows this upload. Try again: it starts anew.',
        { cause },
      );
    default:
      return new TranscribeError(
        'backend-rejected',
        'The service did not accept the upload. Try again; if it happens again, tell the operator of this page.',
        { cause },
      );
  }
};

/** The error structure is not shown (section 7); a completion is all about the parts, so these are about them. */
const NOT_AS_SENT: ReadonlySet<number> = new Set([400, 409, 412, 422]);

const notAsSent = (status: number): TranscribeError =>
  new TranscribeError(
    'integrity-mismatch',
    'The service did not accept the pieces of this recording as a whole. Try again: it is sent anew.',
    { cause: new Error(`status ${status}`) },
  );

export const createUploadService = (
  serviceUrl: string,
  tokens: TokenProvider,
  ports: CallPorts,
): UploadService => {
  const post = async (
    path: string,
    body: unknown,
    options: Omit<RetryOptions, 'ports'>,
  ): Promise<HttpResponse> => {
    const { signal } = options;
    const attempt = async (): Promise<{ response: HttpResponse; token: string }> => {
      const token = await tokens.get(signal);
      const response = await send(ports, {
        method: 'POST',
        url: joinUrl(serviceUrl, path),
        headers: { ...JSON_HEADERS, Authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
        signal,
      });
      return { response, token };
    };
    const first = await withRetries(attempt, { ports, ...options });
    if (first.response.status !== 401) return first.response;
    tokens.reject(first.token);
    return (await withRetries(attempt, { ports, ...options })).response;
  };
  const answered = <T>(response: HttpResponse, parse: (json: unknown) => T): Promise<T> => {
    if (response.status !== 200) throw refused(response.status);
    return readAnswer(response, parse);
  };
  return {
    async plan(request, options) {
      return answered(await post(SERVICE_PATHS.uploadPlan, request, options), parseUploadPlan);
    },
    async complete(request, options) {
      // All its parts are there: that is worth waiting for.
      const patient = { ...options, policy: PATIENT_RETRY };
      const response = await post(SERVICE_PATHS.completeUpload, request, patient);
      if (NOT_AS_SENT.has(response.status)) throw notAsSent(response.status);
      return answered(response, parseUploadedFile);
    },
  };
};
