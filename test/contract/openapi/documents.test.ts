import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { CODES } from '../../../demo/check-backend-command/asking.js';
import { PROBLEMS } from '../../../src/protocol/problem.js';
import { BACKEND_PATHS, CLIENT_HEADERS, SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { FILE_TYPES, LIMITS, TRANSCRIPTION_DEFAULTS } from '../../../src/protocol/types.js';
import {
  at,
  codesOf,
  DOCUMENTS,
  documentText,
  readDocument,
  resolved,
  type Json,
} from '../../support/openapi.js';

const schema = (document: Json, ...place: readonly string[]): Json =>
  at(document, 'components', 'schemas', ...place);

describe('OpenAPI documents', () => {
  it('are OpenAPI 3.1', async () => {
    for (const name of DOCUMENTS) {
      const validator = new Validator();
      await validator.addSpecRef(await documentText('service'), './service.yaml');
      const { valid, errors } = await validator.validate(await documentText(name));
      assert.deepEqual([valid, errors], [true, undefined], name);
      assert.equal(validator.version, '3.1');
    }
  });

  it('contain only references that resolve', async () => {
    const service = await readDocument('service');
    for (const name of DOCUMENTS) {
      const text = await documentText(name);
      const references = [...text.matchAll(/\$ref: '([^']*)'/g)].map(([, target = '']) => target);
      assert.ok(references.length > 10);
      for (const reference of references) {
        const [file = '', pointer = ''] = reference.split('#/');
        const home = file === './service.yaml' ? service : await readDocument(name);
        assert.ok(file === '' || file === './service.yaml', reference);
        assert.notDeepEqual(at(home, ...pointer.split('/')), {}, reference);
      }
    }
  });

  it('explain wherever something is omitted', async () => {
    const marked: string[] = [];
    const walk = (json: unknown, place: string): void => {
      if (typeof json !== 'object' || json === null) return;
      if ('x-not-shown' in json) {
        marked.push(place);
        const { description } = json as { readonly description?: unknown };
        assert.match(String(description), /\bnot (shown|marked)\b/i, place);
      }
      for (const [name, value] of Object.entries(json)) walk(value, `${place}/${name}`);
    };
    walk(await readDocument('service'), '');
    for (const name of ['PartnerToken', 'UploadedPart', 'OtherTask', 'TranscriptionData']) {
      assert.ok(marked.includes(`/components/schemas/${name}`), name);
    }
    assert.ok(marked.includes('/components/responses/Error'));
  });
});

describe('protocol constants', () => {
  it('match the paths of the documents', async () => {
    const paths = async (name: (typeof DOCUMENTS)[number]): Promise<readonly string[]> =>
      Object.keys(at(await readDocument(name), 'paths'));
    assert.deepEqual(
      (await paths('service')).toSorted(),
      [
        ...['/{presigned_address}', `${SERVICE_PATHS.transcriptions}{transcription_id}`],
        ...Object.values(SERVICE_PATHS),
      ].toSorted(),
    );
    assert.deepEqual(await paths('partner-backend'), [
      ...Object.values(BACKEND_PATHS),
      `${BACKEND_PATHS.transcriptions}/{transcription_id}`,
      ...[SERVICE_PATHS.uploadPlan, SERVICE_PATHS.completeUpload],
    ]);
  });

  it('match the headers, limits and defaults of the service', async () => {
    const service = await readDocument('service');
    const security = at(service, 'components', 'securitySchemes');
    assert.deepEqual(
      [at(security, 'clientId')['name'], at(security, 'apiKey')['name']],
      [CLIENT_HEADERS.clientId, CLIENT_HEADERS.apiKey],
    );
    const { minLength, maxLength } = schema(service, 'UserTokenRequest', 'properties', 'user_id');
    assert.deepEqual([minLength, maxLength], [LIMITS.userIdMin, LIMITS.userIdMax]);
    const lifetime = schema(service, 'UserTokenRequest', 'properties', 'expires_in');
    assert.equal(lifetime['default'], LIMITS.userTokenSeconds);
    assert.deepEqual(schema(service, 'FileType')['enum'], FILE_TYPES);
    const param = (group: string, name: string): unknown =>
      schema(service, 'TranscriptionParams', 'properties', group, 'properties', name)['default'];
    assert.deepEqual(
      {
        language: param('transcribe', 'language'),
        model: param('transcribe', 'model'),
        detectionLevel: param('transcribe', 'detection_level'),
        decodeSilence: param('vad', 'decode_silence'),
        diarization: param('diarization', 'enabled'),
        returnEmbedding: param('diarization', 'return_embedding'),
      },
      TRANSCRIPTION_DEFAULTS,
    );
  });

  it('give every problem its documented status', async () => {
    const backend = await readDocument('partner-backend');
    const documented = new Map<string, unknown>();
    for (const response of Object.values(at(backend, 'components', 'responses'))) {
      const whole = at(response, 'content', 'application/problem+json', 'schema');
      const [, narrowed] = whole['allOf'] as readonly Json[];
      const { const: status } = at(narrowed, 'properties', 'status');
      for (const code of codesOf(response as Json)) {
        assert.ok(!documented.has(code) || documented.get(code) === status, code);
        documented.set(code, status);
      }
    }
    const ours = Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]);
    assert.deepEqual(Object.fromEntries(documented), Object.fromEntries(ours));
  });

  it('list every response under the status of its problem', async () => {
    const backend = await readDocument('partner-backend');
    for (const item of Object.values(at(backend, 'paths'))) {
      for (const operation of Object.values(item as Json)) {
        for (const [status, response] of Object.entries(at(operation, 'responses'))) {
          for (const code of codesOf(resolved(backend, response as Json))) {
            assert.equal(String(PROBLEMS[code as keyof typeof PROBLEMS].status), status, code);
          }
        }
      }
    }
  });

  it('list the codes that check-backend accepts on each route', async () => {
    const backend = await readDocument('partner-backend');
    for (const [route, codes] of Object.entries(CODES)) {
      const [method = '', path = ''] = route.split(' ');
      const responses = at(backend, 'paths', path, method.toLowerCase(), 'responses');
      const listed = Object.values(responses).flatMap((each) =>
        codesOf(resolved(backend, each as Json)),
      );
      assert.deepEqual([...codes].sort(), listed.sort(), route);
    }
  });
});
