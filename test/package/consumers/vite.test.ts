import { testConsumer } from './test-consumer.js';

testConsumer('Vite 8', 'strict', 'no-wasm', 'trusted-types');
