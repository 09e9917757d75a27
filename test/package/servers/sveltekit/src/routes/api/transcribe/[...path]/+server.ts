import { serve } from '$lib/server/transcribe.js';
import type { RequestHandler } from './$types';

const answer: RequestHandler = ({ request }) => serve(request);

export { answer as GET, answer as POST, answer as OPTIONS };
