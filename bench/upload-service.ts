import { BACKEND_PATHS, SERVICE_PATHS } from '../src/protocol/routes.js';
import type {
  CompleteUploadRequest,
  UploadedPart,
  UploadPlan,
  UserToken,
} from '../src/protocol/types.js';

/** The two calls around an upload of another client, kept minimal. */
export interface PlainService {
  plan(file: File): Promise<UploadPlan>;
  complete(plan: UploadPlan, parts: readonly UploadedPart[]): Promise<void>;
}

const post = async <T>(url: string, token: string, body: object): Promise<T> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return (await response.json()) as T;
};

export const createPlainService = async (url: string): Promise<PlainService> => {
  const { access_token } = await post<UserToken>(url + BACKEND_PATHS.userToken, '', {});
  return {
    plan: ({ size }) =>
      post(url + SERVICE_PATHS.uploadPlan, access_token, { filesize: size, filetype: 'wav' }),
    complete: async ({ FileId, UploadId }, part_list) => {
      const request: CompleteUploadRequest = {
        file_id: FileId,
        upload_id: UploadId,
        part_list,
        filetype: 'wav',
      };
      await post(url + SERVICE_PATHS.completeUpload, access_token, request);
    },
  };
};
