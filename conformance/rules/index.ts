/** Every sentence of sections 2.1 to 8 of the specification, and the checks for it. */
import { endpointRules } from './endpoints.js';
import { generalRules } from './general.js';
import { resourceRules } from './resources.js';
import type { Rule } from './rule.js';

export type { Rule } from './rule.js';

export const RULES: readonly Rule[] = [...resourceRules, ...endpointRules, ...generalRules];
