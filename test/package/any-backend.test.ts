/** docs/any-backend.md from an empty folder: its files, the installed package, a page in a browser, and a transcript. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import puppeteer, { type Browser } from 'puppeteer-core';
import { findChrome } from '../../scripts/find-browser.mjs';
import { hasNginx, installedLanguages, startNginx, type Language } from '../support/any-backend.js';
import { packInto, repository } from './consumer.js';
import { exported, startBackend, startCommand } from './packed-commands.js';
import { PATIENT } from './partner-page.js';
import { createProject, type Project } from './project.js';

const FILES = /^<!-- file: demo\/recipes\/any-backend\/(\S+) -->\n\n```\w+\n([^]*?)^```/gm;

describe('docs/any-backend.md', () => {
  let folder: string;
  let project: Project;
  let browser: Browser;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'any-backend-'));
    project = await createProject(await packInto(folder), 'install-page');
    browser = await puppeteer.launch({ ...(await findChrome()), ...PATIENT });
  });
  after(async () => {
    await browser.close();
    await project.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const cli = (): string => join(project.folder, 'node_modules/.bin/audio-transcribe');

  /** Copies the files from the page, as it is in the package. */
  const copyFiles = async (serviceUrl: string): Promise<void> => {
    const page = join(project.folder, 'node_modules/audio-transcribe/docs/any-backend.md');
    const files = [...(await readFile(page, 'utf8')).matchAll(FILES)];
    assert.equal(files.length, 4);
    for (const [, name = '', text = ''] of files) {
      const filled = text.replace('https://service.example', serviceUrl);
      await writeFile(join(project.folder, name), filled);
    }
  };

  /** Runs `check-backend` of the package for the person who is signed in there. */
  const checkBackend = async (test: TestContext, url: string, cookie: string): Promise<void> => {
    const args = ['check-backend', url];
    await startCommand(test, cli(), args, 'No check failed.', { SESSION: `Cookie: ${cookie}` });
  };

  const transcribe = async (test: TestContext, { start }: Language): Promise<void> => {
    const sandbox = await startCommand(test, cli(), ['sandbox'], 'Stop with Ctrl+C');
    await copyFiles(exported(sandbox.printed(), 'SERVICE_URL'));
    const application = await start(test, project.folder);
    const { url } = await startBackend(test, cli(), sandbox, {
      AUTHORIZE_URL: `${application}/who`,
      STORAGE: join(project.folder, 'kept'),
    });
    const { origin: backend } = new URL(url);
    const site = await startNginx(test, project.folder, { backend, application });
    const page = await browser.newPage();
    // The time limit of the test runner ends a wait in vain.
    page.setDefaultTimeout(0);
    test.after(() => page.close());
    await page.goto(`${site}/sign-in`);
    await page.goto(site);
    const hidden = await page.waitForSelector('audio-transcribe >>> input[type=file]');
    const input = await hidden?.toElement('input');
    await input?.uploadFile(join(repository, 'demo/samples/voicemail.wav'));
    await page.waitForSelector('audio-transcribe >>> [part~=turn]');
    const cookies = await browser.cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    await checkBackend(test, `${site}/api/transcribe`, cookie);
  };

  if (!hasNginx()) return;
  for (const language of installedLanguages()) {
    it(`${language.name}: its page transcribes a recording`, (test) => transcribe(test, language));
  }
});
