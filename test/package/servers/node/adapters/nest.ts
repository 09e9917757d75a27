import { NestFactory } from '@nestjs/core';
import { toNodeHandler } from 'audio-transcribe/server/node.js';
import { AppModule } from './app.module.js';
import { handler } from './handler.js';

export const app = await NestFactory.create(AppModule);
app.use('/api/transcribe', toNodeHandler(handler));
