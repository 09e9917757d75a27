import { base, bundleTests, chromium, isTest, isWholeRun } from './wtr.base.mjs';

export default {
  ...base,
  files: isWholeRun ? await bundleTests(isTest) : base.files,
  // Tests of playback and of waits leave a processor idle, so there is one page more than processors.
  browsers: [await chromium({ concurrency: 3 })],
};
