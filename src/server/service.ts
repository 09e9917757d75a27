/** The calls to the service. */
import { parseTaskText, parseUserToken } from '../protocol/responses.js';
import { parseUploadedFile, parseUploadPlan } from '../protocol/upload-responses.js';
import { SERVICE_PATHS } from '../protocol/routes.js';
import type {
  CompleteUploadRequest,
  TranscriptionRequest,
  UploadPlanRequest,
  UserToken,
} from '../protocol/types.js';
import { parseJson } from '../protocol/read.js';
import { createAdvisor, type RequestStats } from './handler-events.js';
import type { Settings } from './handler-settings.js';
import { createPartnerTokens, type ReadyToken, RENEWAL_PAUSE_MS } from './partner-token.js';
import { createServiceClient, keyPairOf, queryTask } from './service-client.js';
import { ServiceFailure } from './service-failures.js';

/** Parses JSON, then the value. */
const json =
  <T>(parse: (value: unknown) => T) =>
  (text: string): T =>
    parse(parseJson(text));

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

const NO_USERS = {
  option: 'clientId',
  message:
    'The service refused a new partner token (4.3): ask the operator whether this clientId may issue user tokens.',
  docs: 'docs/backend.md#the-partner-token',
};

/** A service may answer either to a token that it does not accept any more. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ServiceFailure && (error.serviceStatus === 401 || error.serviceStatus === 403);

export type Service = ReturnType<typeof createService>;

/** The calls to the service. Every call rejects with ServiceFailure, or with anything after `signal` has aborted. */
export const createService = (settings: Settings) => {
  const advisor = createAdvisor(settings.emit);
  const callService = createServiceClient(settings, advisor);
  const tokens = createPartnerTokens(settings, callService);
  /** A new token was refused too: the refusal is about the user, or the client. No token is replaced before this time. */
  let keepUntilMs = 0;
  const keyPair = keyPairOf(settings);

  const issueWith = (
    { accessToken }: ReadyToken,
    userId: string,
    signal: AbortSignal,
  ): Promise<UserToken> => {
    const { userTokenSeconds } = settings;
    const lifetime = userTokenSeconds === null ? {} : { expires_in: userTokenSeconds };
    return callService({
      call: 'issue-user-token',
      path: SERVICE_PATHS.userToken,
      headers: bearer(accessToken),
      body: { user_id: userId, ...lifetime },
      parse: json(parseUserToken),
      signal,
    });
  };

  return {
    /** 4.3, with a valid partner token. */
    async issueUserToken(
      userId: string,
      signal: AbortSignal,
      stats: RequestStats,
    ): Promise<UserToken> {
      let isReplaced = false;
      let token = await tokens.get();
      for (;;) {
        if (token.isRenewed) stats.tokenRenewed = true;
        const { accessToken } = token;
        try {
          return await issueWith(token, userId, signal);
        } catch (error) {
          if (!isRefusal(error) || settings.clock.now() < keepUntilMs) throw error;
          // The new token of another process may have ended ours.
          const next: ReadyToken | null = isReplaced
            ? await tokens.storedAfter(accessToken)
            : await tokens.replace(accessToken);
          if (next === null) {
            advisor.advise(NO_USERS);
            keepUntilMs = settings.clock.now() + RENEWAL_PAUSE_MS;
            throw error;
          }
          isReplaced ||= next.isRenewed;
          token = next;
          stats.retries++;
        }
      }
    },
    /** 4.7. */
    submit: (body: TranscriptionRequest, signal: AbortSignal) =>
      callService({
        call: 'submit-transcription',
        path: SERVICE_PATHS.transcriptions,
        headers: keyPair,
        body,
        parse: parseTaskText,
        signal,
      }),
    /** 4.8. */
    query: (transcriptionId: string, signal: AbortSignal) =>
      queryTask(callService, keyPair, transcriptionId, parseTaskText, signal),
    /** 4.4. */
    planUpload: (userToken: string, body: UploadPlanRequest, signal: AbortSignal) =>
      callService({
        call: 'plan-upload',
        path: SERVICE_PATHS.uploadPlan,
        headers: bearer(userToken),
        body,
        parse: json(parseUploadPlan),
        signal,
      }),
    /** 4.6. */
    completeUpload: (userToken: string, body: CompleteUploadRequest, signal: AbortSignal) =>
      callService({
        call: 'complete-upload',
        path: SERVICE_PATHS.completeUpload,
        headers: bearer(userToken),
        body,
        parse: json(parseUploadedFile),
        signal,
      }),
  };
};
