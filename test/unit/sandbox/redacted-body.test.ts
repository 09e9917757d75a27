/** What a log shows of the JSON of a request or a response. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { redactedJson } from '../../../demo/sandbox/redacted-body.js';

const FILE = `file_${'a'.repeat(24)}`;
const UPLOAD = `upload_${'b'.repeat(24)}`;
const MD5 = '0123456789abcdef0123456789abcdef';

test('redacted body: an upload plan shows its ids and numbers, but no address', () => {
  const address = (part: number): string =>
    `https://storage.example/uploads/${FILE}/${UPLOAD}/${part}?signature=abc`;
  const Parts = Array.from({ length: 7 }, (_, index) => ({
    PartNumber: index + 1,
    PresignedUrl: address(index + 1),
  }));
  const shown = redactedJson({ FileId: FILE, UploadId: UPLOAD, ChunkSize: 100, Parts });
  const PresignedUrl = `••• (address of ${FILE}, ${UPLOAD})`;
  assert.deepEqual(shown, {
    FileId: FILE,
    UploadId: UPLOAD,
    ChunkSize: 100,
    Parts: [...[1, 2, 3, 4, 5].map((PartNumber) => ({ PartNumber, PresignedUrl })), '… 2 more'],
  });
});

test('redacted body: a completion shows hashes, a submission its options', () => {
  const completion = {
    ...{ file_id: FILE, upload_id: UPLOAD, filetype: 'wav', file_md5: MD5 },
    part_list: [{ PartNumber: 1, ETag: `"${MD5}"` }],
  };
  assert.deepEqual(redactedJson(completion), completion);
  assert.deepEqual(
    redactedJson({
      file_url: `http://127.0.0.1:1/files/${FILE}.wav?signature=x`,
      params: { transcribe: { language: 'pt-BR', model: 'svc-asr-fast' }, vad: {} },
    }),
    {
      file_url: `••• (address of ${FILE})`,
      params: { transcribe: { language: 'pt-BR', model: 'svc-asr-fast' }, vad: {} },
    },
  );
});

test('redacted body: a transcript, a user and an error message stay private', () => {
  assert.deepEqual(
    redactedJson({
      status: 'SUCCESS',
      data: { text: 'hello', duration: 3, segments: [{ speaker: 'Anna', text: '', start_ms: 0 }] },
    }),
    {
      status: 'SUCCESS',
      data: {
        text: '••• (5 characters)',
        duration: 3,
        segments: [{ speaker: '••• (4 characters)', text: '', start_ms: 0 }],
      },
    },
  );
  assert.deepEqual(redactedJson({ user_id: 123456, expires_in: 60 }), {
    user_id: '•••',
    expires_in: 60,
  });
  assert.deepEqual(redactedJson({ data: { embedding: [0.1, 0.2] } }), {
    data: { '…': '1 undocumented field' },
  });
});

test('redacted body: a secret is hidden in every field, also by mistake', () => {
  const secret = 'tok_V2h5IGFyZSB5b3UgcmVhZGluZyB0aGlz';
  const fields = ['access_token', 'refresh_token', 'token_type', 'user_id', 'file_id', 'FileId'];
  fields.push('upload_id', 'transcription_id', 'file_md5', 'ETag', 'filetype', 'status', 'error');
  fields.push('language', 'model', 'file_url', 'PresignedUrl', 'DownloadUrl', 'message', 'data');
  fields.push('text', 'speaker', 'PartNumber', 'expires_in', 'constructor', '__proto__', 'x');
  for (const field of fields) {
    for (const value of [
      secret,
      `https://storage.example/${secret}?${secret}`,
      [secret],
      { x: secret },
    ]) {
      const body = JSON.parse(JSON.stringify({ [field]: value, [secret]: 1 })) as unknown;
      assert.ok(!JSON.stringify(redactedJson(body)).includes(secret), field);
    }
  }
  for (const body of [secret, [secret], 7, null])
    assert.ok(!JSON.stringify(redactedJson(body)).includes(secret));
  assert.equal(redactedJson(7), '•••');
});
