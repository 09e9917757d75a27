import assert from 'node:assert/strict';
import test from 'node:test';
import {
  parsePartnerRefreshRequest,
  parsePartnerTokenRequest,
  parseUserTokenRequest,
} from '../../../demo/service/service.js';
import { ContractError } from '../../../src/protocol/read.js';
import { refusal, refusesEach, SECRET } from '../../support/contract-cases.js';

test('4.1 and 4.2: OAuth requests, with no body for 4.1', () => {
  assert.deepEqual(parsePartnerTokenRequest(undefined), {});
  assert.deepEqual(parsePartnerTokenRequest({}), {});
  const exchange = { grant_type: 'client_credentials' };
  assert.deepEqual(parsePartnerTokenRequest(exchange), exchange);
  for (const [body, path, problem] of [
    [{ grant_type: 'password' }, 'grant_type', 'must be one of client_credentials'],
    [{ client_secret: SECRET }, 'client_secret', 'is not a field of this request'],
    [null, '', 'must be an object'],
    [SECRET, '', 'must be an object'],
  ] as const) {
    refusal(() => parsePartnerTokenRequest(body), path, problem);
  }
  const refresh = { refresh_token: 'r' };
  assert.deepEqual(parsePartnerRefreshRequest(refresh), refresh);
  const full = { ...refresh, grant_type: 'refresh_token' };
  assert.deepEqual(parsePartnerRefreshRequest(full), full);
  refusesEach(parsePartnerRefreshRequest, full, [
    ['refresh_token', undefined, 'is missing'],
    ['refresh_token', '', 'must not be empty'],
    ['refresh_token', 5, 'must be a string'],
    ['grant_type', SECRET, 'must be one of refresh_token'],
    ['scope', SECRET, 'is not a field of this request'],
  ]);
});

test('4.3: user_id and expires_in', () => {
  const valid = { user_id: 'user-0001', expires_in: 60 };
  assert.deepEqual(parseUserTokenRequest(valid), valid);
  assert.deepEqual(parseUserTokenRequest({ user_id: 'user-0001' }), { user_id: 'user-0001' });
  refusesEach(parseUserTokenRequest, valid, [
    ['user_id', undefined, 'is missing'],
    ['user_id', 7, 'must be a string'],
    ['user_id', null, 'must be a string'],
    ['user_id', SECRET.slice(0, 5), 'must have 6 to 120 characters'],
    ['user_id', SECRET.repeat(12), 'must have 6 to 120 characters'],
    ['expires_in', 0, 'must be a positive integer'],
    ['expires_in', -5, 'must be a positive integer'],
    ['expires_in', 1.5, 'must be a positive integer'],
    ['expires_in', SECRET, 'must be a positive integer'],
    ['expires_in', 2 ** 53, 'must be a positive integer'],
    ['expires_in', null, 'must be a positive integer'],
    [SECRET.slice(0, 9), 1, 'is not a field of this request'],
  ]);
});

test('4.3: 6 to 120 characters, counted in code points', () => {
  for (const [characters, fits] of [
    [5, false],
    [6, true],
    [120, true],
    [121, false],
  ] as const)
    for (const character of ['a', 'é', '漢', '🎧']) {
      const parse = () => parseUserTokenRequest({ user_id: character.repeat(characters) });
      if (fits) assert.equal([...parse().user_id].length, characters);
      else assert.throws(parse, ContractError);
    }
});
