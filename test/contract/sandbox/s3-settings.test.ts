import assert from 'node:assert/strict';
import test from 'node:test';
import { readS3Settings } from '../../../demo/sandbox/index.js';

const COMPLETE = {
  S3_ENDPOINT: 'https://s3.example:9000',
  S3_BUCKET: 'recordings',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'the-secret',
};

test('S3 settings: all four variables select the S3 store, none the disk', () => {
  assert.equal(readS3Settings({ PATH: '/bin', S3_BUCKET: '' }), undefined);
  assert.deepEqual(readS3Settings({ ...COMPLETE, S3_ENDPOINT: 'https://S3.example:9000/' }), {
    endpoint: 'https://s3.example:9000',
    bucket: 'recordings',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'the-secret',
  });
  assert.equal(readS3Settings({ ...COMPLETE, S3_REGION: 'eu-central-2' })?.region, 'eu-central-2');
});

test('S3 settings: an incomplete set is an error that names the missing variables without any value', () => {
  for (const name of Object.keys(COMPLETE)) {
    const environment = { ...COMPLETE, [name]: undefined };
    assert.throws(
      () => readS3Settings(environment),
      (error: Error) =>
        error.message.includes(`missing: ${name}.`) && !error.message.includes('the-secret'),
    );
  }
  assert.throws(() => readS3Settings({ S3_REGION: 'eu' }), /missing: S3_ENDPOINT, S3_BUCKET/);
});

test('S3 settings: the endpoint is a URL origin only', () => {
  for (const S3_ENDPOINT of ['s3.example', 'ftp://s3.example', 'https://s3.example/recordings'])
    assert.throws(() => readS3Settings({ ...COMPLETE, S3_ENDPOINT }), /bucket goes into S3_BUCKET/);
  for (const S3_ENDPOINT of ['https://a:b@s3.example', 'https://s3.example/?x=1'])
    assert.throws(() => readS3Settings({ ...COMPLETE, S3_ENDPOINT }), /must be the http or https/);
});
