import { createHash } from 'node:crypto';
import type { Transporter } from 'nodemailer';
import type { OnFinished } from '../../src/server.js';

/** Sends an email when a transcript is ready. `addressOf` looks the user up in your own table. */
export const emailWhenReady =
  (transport: Transporter, addressOf: (userId: string) => Promise<string>): OnFinished =>
  async ({ userId, transcriptionId, sealedId, status }) => {
    const isReady = status === 'SUCCESS';
    const link = `https://app.example.com/transcripts/${encodeURIComponent(sealedId)}`;
    const id = createHash('sha256').update(transcriptionId).digest('hex');
    await transport.sendMail({
      from: 'Transcripts <transcripts@app.example.com>',
      to: await addressOf(userId),
      subject: isReady ? 'Your transcript is ready' : 'Your recording could not be transcribed',
      text: isReady ? `Read it here: ${link}` : 'Please upload the recording again.',
      // If the hook is called twice, mail programs can show the email once.
      messageId: `<${id}@app.example.com>`,
    });
  };
