import { toNodeHandler } from 'audio-transcribe/server/node.js';
import { fromNodeMiddleware } from 'h3';
import { serve } from '../../../lib/transcribe';

export default fromNodeMiddleware(toNodeHandler(serve));
