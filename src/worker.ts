/** The hashing worker, for `worker-url` on pages whose CSP allows no other way to start it. */
import './hashing/worker.js';
