/** fast-check with the seed of this run. It prints the seed when a property fails. */
import fc from 'fast-check';
import { SEED } from './seeded-runs.js';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });

export default fc;
