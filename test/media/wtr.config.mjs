/** The conversion of real recordings, in each engine. Needs ffmpeg, which makes the recordings and decodes the results. */
import { spawn } from 'node:child_process';
import { createReadStream, statSync } from 'node:fs';
import { extname } from 'node:path';
import { makeMedia, mediaFolder } from '../../scripts/setup/media.mjs';
import { findFirefox } from '../../scripts/find-browser.mjs';
import { findWebKit, webkitLauncher } from '../../scripts/webkit-launcher.mjs';
import { LIMITS } from '../../scripts/limits.mjs';
import { chromium, firefoxWith } from '../browser/launchers.mjs';
import { base } from '../browser/wtr.base.mjs';

await makeMedia();

/** Decodes with ffmpeg to one channel of 32-bit floats. The first sample is at time 0 of the recording. */
const decode = (input, stdin, { rate, track }) =>
  new Promise((resolve, reject) => {
    // Only the times of a transport stream begin anywhere.
    const times = input.endsWith('.ts') ? [] : ['-copyts'];
    const program = spawn('ffmpeg', [
      ...['-hide_banner', '-loglevel', 'error', ...times, '-i', input, '-map', `0:a:${track}`],
      ...['-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-ar', rate, '-f', 'f32le', '-'],
    ]);
    const chunks = [];
    let message = '';
    program.stdout.on('data', (chunk) => chunks.push(chunk));
    program.stderr.on('data', (chunk) => (message += chunk));
    program.stdin.on('error', () => undefined);
    program.on('error', reject);
    program.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(chunks)) : reject(new Error(message)),
    );
    if (stdin === null) program.stdin.end();
    else stdin.pipe(program.stdin);
  });

// `GET /pcm/name` decodes a recording, `POST /pcm` the body.
const pcm = async (context, next) => {
  const { path, method, query, req } = context;
  if (path.startsWith('/recordings/')) {
    context.type = 'application/octet-stream';
    context.body = createReadStream(mediaFolder + path.slice('/recordings/'.length));
    return undefined;
  }
  if (!path.startsWith('/pcm')) return next();
  const options = { rate: query.rate ?? '16000', track: query.track ?? '0' };
  const name = path.slice('/pcm/'.length);
  context.type = 'application/octet-stream';
  context.body =
    method === 'POST'
      ? await decode('pipe:0', req, options)
      : await decode(mediaFolder + name, null, options);
  return undefined;
};

/** Hosts of audio: `/hosts/ranges/name` sends parts of it, the others only all of it, with and without its length. */
const hosts = async (context, next) => {
  const [, host, name] = /^\/hosts\/([\w-]+)\/([\w.-]+)$/.exec(context.path) ?? [];
  if (host === undefined) return next();
  const file = mediaFolder + name;
  const { size } = statSync(file);
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(context.get('range')) ?? [];
  context.type = { '.mp3': 'audio/mpeg', '.m4a': 'audio/mp4', '.wav': 'audio/wav' }[extname(name)];
  if (host === 'ranges' && first !== undefined) {
    const [start, end] = [Number(first), Math.min(Number(last || size), size - 1)];
    context.status = 206;
    context.set('content-range', `bytes ${start}-${end}/${size}`);
    context.length = end - start + 1;
    context.body = createReadStream(file, { start, end });
    return undefined;
  }
  context.set('cache-control', 'no-store');
  context.body = createReadStream(file);
  if (host !== 'no-length') context.length = size;
  return undefined;
};

const firefox = findFirefox();
const webkit = findWebKit();
export default {
  ...base,
  files: process.env.TEST_FILES?.split(',') ?? 'test/media/**/*.test.ts',
  middleware: [pcm, hosts, ...base.middleware],
  testFramework: { config: { timeout: LIMITS.mediaTest } },
  concurrentBrowsers: 3,
  browsers: [
    await chromium(1),
    ...(firefox ? [firefoxWith(firefox)] : []),
    ...(webkit ? [webkitLauncher(webkit)] : []),
  ],
};
