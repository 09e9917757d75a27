// app/api/transcribe/[...path]/route.ts
import { handler } from './handler.js';

export const GET = handler;
export const POST = handler;
export const OPTIONS = handler;
