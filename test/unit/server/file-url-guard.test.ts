import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileHost, refuseFileUrl } from '../../../src/server/file-url-guard.js';

const accepted = (address: string, hosts: readonly string[] | null = null): boolean =>
  refuseFileUrl(address, hosts && new Set(hosts.map((host) => fileHost(host) ?? ''))) === null;

describe('file_url', () => {
  for (const address of [
    'https://files.example.com/a.mp3',
    'http://files.example.com:8080/a.mp3?X-Amz-Signature=1',
    'https://files.example.com./a.mp3',
    'https://bücher.example/a.wav',
    'https://93.184.216.34/a.wav',
    'https://[2606:4700::1111]/a.m4a',
    'https://localhost.example.com/a.mp3',
    'https://internal.example.com/a.mp3',
    'https://mylocal.example/a.mp3',
    'https://test.example.com/a.mp3',
    'https://168.63.129.17/a.mp3',
    'https://[2a00:1450:4001::200e]/a.mp3',
    'https://[3ffe::1]/a.mp3',
    'https://bucket.s3.eu-central-1.amazonaws.com/a.mp3',
    'https://account.blob.core.windows.net/a.mp3',
    'https://pub-1.r2.dev/a.mp3',
    'https://files.storage.googleapis.com/a.mp3',
    'https://f.acme.io/a.mp3',
    'https://files.acme.museum/a.mp3',
    'https://файлы.рф/a.mp3',
    'https://例え.テスト.中国/a.mp3',
  ]) {
    it(`accepts ${address}`, () => assert.ok(accepted(address)));
  }

  for (const address of [
    'http://127.0.0.1/a.mp3',
    'http://127.1/a.mp3',
    'http://2130706433/a.mp3',
    'http://0x7f000001/a.mp3',
    'http://0177.0.0.1/a.mp3',
    'http://017700000001/a.mp3',
    'http://127.0.0.1./a.mp3',
    'http://１２７.0.0.1/a.mp3',
    'http://0/a.mp3',
    'http://10.1.2.3/a.mp3',
    'http://172.16.0.1/a.mp3',
    'http://192.168.1.1/a.mp3',
    'http://100.64.0.1/a.mp3',
    'http://169.254.169.254/latest/meta-data',
    'http://192.0.2.1/a.mp3',
    'http://198.18.0.1/a.mp3',
    'http://224.0.0.1/a.mp3',
    'http://240.0.0.1/a.mp3',
    'http://255.255.255.255/a.mp3',
    'http://192.88.99.1/a.mp3',
    'http://168.63.129.16/metadata',
    'http://100.100.100.200/latest/meta-data',
    'http://192.0.0.192/latest',
    'http://0xa83f8110/metadata',
    'http://[::1]/a.mp3',
    'http://[::2]/a.mp3',
    'http://[::127.0.0.1]/a.mp3',
    'http://[::93.184.216.34]/a.mp3',
    'http://[::ffff:93.184.216.34]/a.mp3',
    'http://[::ffff:169.254.169.254]/a.mp3',
    'http://[::ffff:0:127.0.0.1]/a.mp3',
    'http://[64:ff9b::93.184.216.34]/a.mp3',
    'http://[64:ff9b:1::7f00:1]/a.mp3',
    'http://[100::1]/a.mp3',
    'http://[1fff::1]/a.mp3',
    'http://[4000::1]/a.mp3',
    'http://[5f00::1]/a.mp3',
    'http://[fec0::1]/a.mp3',
    'http://[fd00:ec2::254]/latest/meta-data',
    'http://[2001::1]/a.mp3',
    'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/a.mp3',
    'http://[2001:2::1]/a.mp3',
    'http://[2001:20::1]/a.mp3',
    'http://[2001:db8::1]/a.mp3',
    'http://[3fff::1]/a.mp3',
    'http://[::]/a.mp3',
    'http://[::ffff:127.0.0.1]/a.mp3',
    'http://[::ffff:7f00:1]/a.mp3',
    'http://[64:ff9b::7f00:1]/a.mp3',
    'http://[2002:7f00:1::]/a.mp3',
    'http://[fd00::1]/a.mp3',
    'http://[fe80::1]/a.mp3',
    'http://[ff02::1]/a.mp3',
    'http://localhost/a.mp3',
    'http://LOCALHOST/a.mp3',
    'http://localhost./a.mp3',
    'http://localhost../a.mp3',
    'http://ｌocalhost/a.mp3',
    'http://loc%61lhost/a.mp3',
    'http://files.localhost/a.mp3',
    'http://printer.local/a.mp3',
    'http://printer.LOCAL./a.mp3',
    'http://metadata.google.internal/a.mp3',
    'http://router.home.arpa/a.mp3',
    'http://storage/a.mp3',
    'http://storage:9000/a.mp3',
    'http://storage./a.mp3',
    'http://a..example.com/a.mp3',
    'http://.example.com/a.mp3',
    'http://files.example.com../a.mp3',
    'http://1.0.0.127.in-addr.arpa/a.mp3',
    'http://1.0.0.0.ip6.arpa/a.mp3',
    'http://minio.default.svc.cluster.local/a.mp3',
    // The search domains of a cluster or a container network complete these.
    'http://redis.default/a.mp3',
    'http://redis.default.svc/a.mp3',
    'http://redis.default.svc.cluster/a.mp3',
    'http://minio.kube-system/a.mp3',
    'http://minio.monitoring/a.mp3',
    'http://vault.service.consul/a.mp3',
    'http://db.staging/a.mp3',
    'http://app.docker/a.mp3',
    'http://tasks.worker_1/a.mp3',
    'http://host.docker.internal/a.mp3',
    'http://files.bucket/a.mp3',
    'http://nas.fritz.box1/a.mp3',
    'http://REDIS.DEFAULT./a.mp3',
  ]) {
    it(`rejects ${address}: its host is not public`, () => {
      assert.equal(refuseFileUrl(address, null), 'must be on a host of the public internet');
    });
  }

  const suffixes =
    'alt arpa consul corp domain home i2p internal intranet invalid lan local localdomain ' +
    'localhost mail onion private svc test workgroup';
  for (const suffix of suffixes.split(' ')) {
    it(`rejects hosts below .${suffix}, but not that label elsewhere`, () => {
      for (const host of [
        `files.${suffix}`,
        `a.files.${suffix}.`,
        `FILES.${suffix.toUpperCase()}`,
      ]) {
        assert.ok(!accepted(`https://${host}/a.mp3`), host);
      }
      assert.ok(accepted(`https://files.x${suffix}.com/a.mp3`));
      assert.ok(accepted(`https://${suffix}.example.com/a.mp3`));
    });
  }

  for (const address of [
    'ftp://files.example.com/a.mp3',
    'file:///etc/passwd',
    'data:audio/wav,abc',
    '/a.mp3',
    'not an address',
    'http://[::1/a.mp3',
  ]) {
    it(`rejects ${address}: not http or https`, () => {
      assert.equal(refuseFileUrl(address, null), 'must be an absolute http or https address');
    });
  }

  it('rejects credentials in the URL', () => {
    for (const address of [
      'https://user@files.example.com/',
      'https://:word@files.example.com/',
      'https://files.example.com:x@127.0.0.1/',
    ]) {
      assert.equal(refuseFileUrl(address, null), 'must not carry a user name or a password');
    }
  });

  describe('file_url with allowedFileHosts', () => {
    it('must be on one of the listed hosts', () => {
      assert.ok(accepted('https://files.example.com/a.mp3', ['files.example.com']));
      assert.ok(accepted('https://FILES.example.com./a.mp3', ['Files.Example.com']));
      assert.ok(!accepted('https://other.example.com/a.mp3', ['files.example.com']));
      assert.ok(!accepted('https://a.files.example.com/a.mp3', ['files.example.com']));
      assert.ok(!accepted('https://files.example.com.evil.example/', ['files.example.com']));
    });

    it('matches any port if the entry has none, and only that port otherwise', () => {
      assert.ok(accepted('http://127.0.0.1:9000/a.mp3', ['127.0.0.1']));
      assert.ok(accepted('http://127.0.0.1:9000/a.mp3', ['127.0.0.1:9000']));
      assert.ok(!accepted('http://127.0.0.1:9001/a.mp3', ['127.0.0.1:9000']));
      assert.ok(accepted('https://files.example.com/a.mp3', ['files.example.com:443']));
      assert.ok(accepted('http://files.example.com/a.mp3', ['files.example.com:80']));
      assert.ok(!accepted('http://files.example.com/a.mp3', ['files.example.com:443']));
    });

    it('accepts a private or loopback host only if it is listed', () => {
      assert.ok(accepted('http://localhost:8080/a.mp3', ['localhost:8080']));
      assert.ok(accepted('http://[::1]:9000/a.mp3', ['[::1]:9000']));
      assert.ok(accepted('http://0x7f000001:9000/a.mp3', ['127.0.0.1:9000']));
      assert.ok(!accepted('http://localhost:8080/a.mp3', ['127.0.0.1:8080']));
      assert.ok(!accepted('http://10.0.0.1/a.mp3', ['files.example.com']));
    });

    it('rejects every host if the list is empty', () => {
      assert.ok(!accepted('https://files.example.com/a.mp3', []));
    });
  });
});
