import { benchRecognition } from './sandbox-recognition.js';

export default benchRecognition;
