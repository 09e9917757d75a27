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
import { JSON_HEADERS, readAnswer, send, withRetries, type CallPorts } from './call.js';
import type { HttpResponse } from './ports.js';
import type { TokenProvider } from './tokens.js';

/** The two calls that the page makes to the service itself, with the user token (4.4, 4.6). */
export interface UploadService {
  plan(request: UploadPlanRequest, signal: AbortSignal): Promise<UploadPlan>;
  complete(request: CompleteUploadRequest, signal: AbortSignal): Promise<UploadedFile>;
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

export const createUploadService = (
  serviceUrl: string,
  tokens: TokenProvider,
  ports: CallPorts,
): UploadService => {
  const post = async (path: string, body: unknown, signal: AbortSignal): Promise<HttpResponse> => {
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
    const first = await withRetries(attempt, ports, signal);
    if (first.response.status === 401) tokens.reject(first.token);
    const { response } =
      first.response.status === 401 ? await withRetries(attempt, ports, signal) : first;
    if (response.status !== 200) throw refused(response.status);
    return response;
  };
  return {
    plan: async (request, signal) =>
      readAnswer(await post(SERVICE_PATHS.uploadPlan, request, signal), parseUploadPlan),
    complete: async (request, signal) =>
      readAnswer(await post(SERVICE_PATHS.completeUpload, request, signal), parseUploadedFile),
  };
};
