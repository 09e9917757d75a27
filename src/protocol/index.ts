export * from './routes.js';
export * from './errors.js';
export { errorFor } from './failures.js';
export * from './timing.js';
export * from './problem.js';
export { ContractError, webAddress } from './read.js';
export * from './requests.js';
export * from './responses.js';
export * from './types.js';
