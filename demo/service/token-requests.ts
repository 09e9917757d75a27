/** The requests for tokens. Only the service reads them; the handler sends them. Parsers throw ContractError. */
import { filledText, oneOf, onlyRecord, positiveInteger } from '../../src/protocol/read.js';
import { userId } from '../../src/protocol/requests.js';
import type {
  PartnerRefreshRequest,
  PartnerTokenRequest,
  UserTokenRequest,
} from '../../src/protocol/types.js';

/** 4.1. A missing body counts as an empty one. */
export const parsePartnerTokenRequest = (json: unknown): PartnerTokenRequest =>
  onlyRecord({}, { grant_type: oneOf(['client_credentials']) })(json === undefined ? {} : json, '');

/** 4.2. */
export const parsePartnerRefreshRequest = (json: unknown): PartnerRefreshRequest =>
  onlyRecord({ refresh_token: filledText }, { grant_type: oneOf(['refresh_token']) })(json, '');

/** 4.3. */
export const parseUserTokenRequest = (json: unknown): UserTokenRequest =>
  onlyRecord({ user_id: userId }, { expires_in: positiveInteger })(json, '');
