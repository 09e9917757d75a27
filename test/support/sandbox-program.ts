/** The program that `startProcess` runs: a sandbox that reports its addresses to its parent. */
import { noRecognizer, startSandbox } from '../../demo/sandbox/index.js';

const [, , directory = '', chunkSize] = process.argv;
const { serviceUrl, storageUrl, credentials } = await startSandbox({
  directory,
  recognizer: noRecognizer(),
  chunkSize: () => Number(chunkSize),
});
process.send?.({ serviceUrl, storageUrl, credentials });
// It ends with the test that started it, however that ends.
process.once('disconnect', () => process.exit());
