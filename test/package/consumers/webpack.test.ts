import { testConsumer } from './test-consumer.js';

testConsumer('webpack 5', 'none');
