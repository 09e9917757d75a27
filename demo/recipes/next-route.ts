// app/api/transcribe/[...path]/route.ts
import { backend } from './next-backend.js';

const serve = (request: Request): Promise<Response> => backend().handler(request);

export { serve as GET, serve as POST, serve as OPTIONS };
