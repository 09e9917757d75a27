// instrumentation.ts: Next.js calls it once when the server starts.
export const register = async (): Promise<void> => {
  if (process.env['NEXT_RUNTIME'] === 'edge') return;
  const { backend } = await import('./next-backend.js');
  backend().watcher.start();
};
