import { defineConfig } from 'vite';

export default defineConfig({
  // The development server of Vite 7 would not find the worker and its decoder.
  optimizeDeps: { exclude: ['audio-transcribe'] },
});
