/** The conformance tool hears the words of its recordings, at their times, with real speech recognition. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { readMaterial } from '../../conformance/recordings/material.js';
import { verdictOf } from '../../conformance/report.js';
import { textOf } from '../../conformance/report-text.js';
import { findRecognizer } from '../../demo/sandbox/index.js';
import { DEFAULTS, reportOf, run } from '../support/conformance.js';
import { allInstalled } from '../support/installed.js';
import { sandboxFor } from '../support/sandbox-client.js';

const NONE = {
  ...{ clientId: null, clientSecret: null, apiKey: null },
  ...{ partnerToken: null, userToken: null },
};

test('conformance: transcripts of real recognition are plausible, in all three formats', async (t) => {
  const recognizer = findRecognizer({}, await allInstalled());
  const { serviceUrl, credentials } = await sandboxFor(t, { recognizer, workers: 2 });
  const settings = { serviceUrl, only: ['transcription'], thorough: true, submissions: 6 };
  const material = await readMaterial({ ...DEFAULTS, ...settings, credentials: NONE });
  const judged = await run({
    ...{ settings: { ...settings, waitSeconds: 3600 }, credentials, material },
    clock: { now: Date.now() },
    wait: () => new Promise((resolve) => setTimeout(resolve, 100)),
  });
  const report = reportOf(judged);
  assert.equal(verdictOf(report).code, 0, textOf(report, { colours: false }));
  assert.deepEqual([report.totals.advised, report.totals.notRun], [0, 0]);
});
