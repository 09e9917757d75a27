/** What `startProcess` of a sandbox's folder runs: a sandbox that tells its parent where it listens. */
import { noRecognizer, startSandbox } from '../../demo/sandbox/index.js';

const [, , directory = '', chunkSize] = process.argv;
const { serviceUrl, storageUrl, credentials } = await startSandbox({
  directory,
  recognizer: noRecognizer(),
  chunkSize: () => Number(chunkSize),
});
process.send?.({ serviceUrl, storageUrl, credentials });
// It goes with the test that started it, however that ends.
process.once('disconnect', () => process.exit());
