import {
  parsePartnerToken,
  parseTaskText,
  parseUploadedFile,
  parseUploadPlan,
  parseUserToken,
  type TaskText,
} from '../protocol/responses.js';
import { CLIENT_HEADERS, SERVICE_PATHS, transcriptionPath } from '../protocol/routes.js';
import type {
  CompleteUploadRequest,
  PartnerRefreshRequest,
  PartnerToken,
  PartnerTokenRequest,
  TranscriptionRequest,
  UploadedFile,
  UploadPlan,
  UploadPlanRequest,
  UserToken,
} from '../protocol/types.js';
import { parseJson } from '../protocol/read.js';
import { withDeadline } from './deadlines.js';
import { createAdvisor, type RequestStats, type ServiceCall } from './handler-events.js';
import type { ExchangeContext, Settings } from './options.js';
import { createPartnerTokens, type PartnerTokenSource, type ReadyToken } from './partner-token.js';
import {
  type CallService,
  createServiceClient,
  reported,
  ServiceFailure,
} from './service-client.js';

/** The calls to the service. Every call rejects with ServiceFailure or Aborted. */
export interface Service {
  /** 4.3, with a valid partner token. */
  issueUserToken(userId: string, signal: AbortSignal, stats: RequestStats): Promise<UserToken>;
  /** 4.7. */
  submit(request: TranscriptionRequest, signal: AbortSignal): Promise<TaskText>;
  /** 4.8. */
  query(transcriptionId: string, signal: AbortSignal): Promise<TaskText>;
  /** 4.4. */
  planUpload(
    userToken: string,
    request: UploadPlanRequest,
    signal: AbortSignal,
  ): Promise<UploadPlan>;
  /** 4.6. */
  completeUpload(
    userToken: string,
    request: CompleteUploadRequest,
    signal: AbortSignal,
  ): Promise<UploadedFile>;
}

/** Parses JSON, then the value. */
const json =
  <T>(parse: (value: unknown) => T) =>
  (text: string): T =>
    parse(parseJson(text));

const bearer = (token: string): Record<string, string> => ({ Authorization: `Bearer ${token}` });

/** RFC 7617, encoded as UTF-8. */
const basic = (clientId: string, clientSecret: string): Record<string, string> => {
  const bytes = new TextEncoder().encode(`${clientId}:${clientSecret}`);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return { Authorization: `Basic ${btoa(binary)}` };
};

const createPartnerTokenSource = (
  settings: Settings,
  callService: CallService,
): PartnerTokenSource => {
  const { serviceUrl, clientId, clientSecret, fetch, limits, exchange, refresh } = settings;

  const replaced = (
    call: ServiceCall,
    obtain: (context: ExchangeContext) => Promise<unknown>,
    quotable: readonly string[],
  ): Promise<PartnerToken> =>
    reported(
      call,
      settings,
      undefined,
      () =>
        withDeadline(limits.timeoutMs, undefined, async (signal) =>
          parsePartnerToken(await obtain({ serviceUrl, clientId, clientSecret, fetch, signal })),
        ),
      quotable,
    );

  const obtained = (call: ServiceCall, path: string, body: unknown): Promise<PartnerToken> =>
    callService({
      call,
      method: 'POST',
      path,
      headers: basic(clientId, clientSecret),
      body,
      parse: json(parsePartnerToken),
    });

  return {
    exchange: () =>
      exchange
        ? replaced('exchange-partner-token', exchange, [])
        : obtained(
            'exchange-partner-token',
            SERVICE_PATHS.partnerToken,
            {} satisfies PartnerTokenRequest,
          ),
    refresh: (refreshToken) =>
      refresh
        ? replaced('refresh-partner-token', (context) => refresh({ ...context, refreshToken }), [
            refreshToken,
          ])
        : obtained('refresh-partner-token', SERVICE_PATHS.partnerRefresh, {
            refresh_token: refreshToken,
          } satisfies PartnerRefreshRequest),
  };
};

const NO_USERS = {
  option: 'clientId',
  message:
    'The service refused a new partner token (4.3): ask the operator whether this clientId may issue user tokens.',
  docs: 'docs/backend.md#the-partner-token',
};

export const createService = (settings: Settings): Service => {
  const advisor = createAdvisor(settings.emit);
  const callService = createServiceClient(settings, advisor);
  const tokens = createPartnerTokens(createPartnerTokenSource(settings, callService), settings);
  const { clientId, apiKey, userTokenSeconds } = settings;
  const keyPair = { [CLIENT_HEADERS.clientId]: clientId, [CLIENT_HEADERS.apiKey]: apiKey };

  const post = <T>(
    call: ServiceCall,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: unknown,
    parse: (text: string) => T,
    signal: AbortSignal,
  ): Promise<T> => callService({ call, method: 'POST', path, headers, body, parse, signal });

  return {
    async issueUserToken(userId, signal, stats) {
      const lifetime = userTokenSeconds === null ? {} : { expires_in: userTokenSeconds };
      const body = { user_id: userId, ...lifetime };
      const issue = ({ accessToken, isRenewed }: ReadyToken): Promise<UserToken> => {
        if (isRenewed) stats.tokenRenewed = true;
        const headers = bearer(accessToken);
        const parse = json(parseUserToken);
        return post('issue-user-token', SERVICE_PATHS.userToken, headers, body, parse, signal);
      };
      const partnerToken = await tokens.get();
      try {
        return await issue(partnerToken);
      } catch (error) {
        if (!(error instanceof ServiceFailure) || error.serviceStatus !== 401) throw error;
        const fresh = await tokens.replace(partnerToken.accessToken);
        stats.retries++;
        return issue(fresh).catch((second: unknown) => {
          if (second instanceof ServiceFailure && second.serviceStatus === 401)
            advisor.advise(NO_USERS);
          throw second;
        });
      }
    },
    submit(body, signal) {
      const path = SERVICE_PATHS.transcriptions;
      return post('submit-transcription', path, keyPair, body, parseTaskText, signal);
    },
    query: (transcriptionId, signal) =>
      callService({
        call: 'query-transcription',
        method: 'GET',
        path: transcriptionPath(transcriptionId),
        headers: keyPair,
        parse: parseTaskText,
        signal,
      }),
    planUpload(token, body, signal) {
      const parse = json(parseUploadPlan);
      return post('plan-upload', SERVICE_PATHS.uploadPlan, bearer(token), body, parse, signal);
    },
    completeUpload(token, body, signal) {
      const path = SERVICE_PATHS.completeUpload;
      return post('complete-upload', path, bearer(token), body, json(parseUploadedFile), signal);
    },
  };
};
