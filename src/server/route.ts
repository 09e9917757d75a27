import { BACKEND_PATHS, SERVICE_PATHS } from '../protocol/index.js';
import { HttpError } from './http-error.js';
import type { Settings } from './settings.js';

/** What a signed-in user may ask for. */
export type UserRoute =
  | { readonly access: 'user'; readonly name: 'user-token' | 'submit'; readonly method: 'POST' }
  | {
      readonly access: 'user';
      readonly name: 'query';
      readonly method: 'GET';
      readonly sealedId: string;
    };

/** What a signed-in user with a user token may ask for, with `proxyUploads`. */
export interface UploadRoute {
  readonly access: 'upload';
  readonly name: 'upload-plan' | 'complete-upload';
  readonly method: 'POST';
}

export type Route = UserRoute | UploadRoute;

/** The route of a path, or null where nothing is served. */
export const routeOf = (
  pathname: string,
  { basePath, proxyUploads }: Pick<Settings, 'basePath' | 'proxyUploads'>,
): Route | null => {
  if (!pathname.startsWith(`${basePath}/`)) return null;
  const path = pathname.slice(basePath.length);
  if (path === BACKEND_PATHS.userToken) {
    return { name: 'user-token', method: 'POST', access: 'user' };
  }
  if (path === BACKEND_PATHS.transcriptions) {
    return { name: 'submit', method: 'POST', access: 'user' };
  }
  if (path.startsWith(`${BACKEND_PATHS.transcriptions}/`)) {
    const sealedId = path.slice(BACKEND_PATHS.transcriptions.length + 1);
    return { name: 'query', method: 'GET', access: 'user', sealedId };
  }
  if (proxyUploads && path === SERVICE_PATHS.uploadPlan) {
    return { name: 'upload-plan', method: 'POST', access: 'upload' };
  }
  if (proxyUploads && path === SERVICE_PATHS.completeUpload) {
    return { name: 'complete-upload', method: 'POST', access: 'upload' };
  }
  return null;
};

export const requireMethod = (request: Request, { method }: Route): void => {
  if (request.method === method) return;
  throw new HttpError('method-not-allowed', undefined, { Allow: method });
};
