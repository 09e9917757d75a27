import type { AudioTranscribe as AudioTranscribeElement, Transcript } from 'audio-transcribe';
import { AudioTranscribe } from 'audio-transcribe/react.js';
import { useRef, useState, type FormEvent } from 'react';
import { loadRecording } from '../embeddings/recordings.js';
import { speakerOf, type Texts } from './texts.js';
import { progressOf, quoteOf, sharesOf, type Progress, type Ticket } from './tickets.js';

export interface TicketViewProps {
  readonly ticket: Ticket;
  readonly texts: Texts;
  /** A hidden ticket stays mounted, so that its upload continues. */
  readonly hidden: boolean;
  readonly onProgress: (progress: Progress) => void;
}

export const TicketView = ({ ticket, texts, hidden, onProgress }: TicketViewProps) => {
  const element = useRef<AudioTranscribeElement>(null);
  const [transcript, setTranscript] = useState<Transcript | null>(null);
  const [isIdle, setIdle] = useState(true);
  const [isMissing, setMissing] = useState(false);
  const [reply, setReply] = useState('');
  const [isSent, setSent] = useState(false);

  const transcribe = async () => {
    const file = await loadRecording(ticket.recording).catch(() => null);
    setMissing(file === null);
    if (file !== null) element.current?.selectFile(file);
  };

  const send = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    onProgress({ kind: 'answered' });
  };

  return (
    <article className="ticket pad" hidden={hidden}>
      <h2>{ticket.subject}</h2>
      <p className="from">
        #{ticket.id} · {ticket.customer}
      </p>
      <blockquote lang="en" dir="ltr">
        {ticket.message}
      </blockquote>
      <p className="attachment">
        <span>
          {texts.attached}: <bdi>{ticket.recording.split('/').pop()}</bdi>
        </span>
        <button type="button" disabled={!isIdle} onClick={() => void transcribe()}>
          {texts.transcribe}
        </button>
      </p>
      {isMissing && <p role="alert">{texts.notLoaded}</p>}
      <AudioTranscribe
        ref={element}
        serviceUrl="/api/transcribe"
        backendUrl="/api/transcribe"
        diarization
        compact
        onTranscribeState={({ state }) => {
          setIdle(state === 'idle');
          if (state === 'idle') setTranscript(null);
          onProgress(progressOf(state, 0));
        }}
        onTranscribeProgress={({ progress: { phase, fraction } }) =>
          onProgress(
            progressOf(phase === 'converting' ? 'preparing' : phase, Math.round(100 * fraction)),
          )
        }
        onTranscribeReady={(event) => setTranscript(event.transcript)}
        onTranscribeEdit={(event) => setTranscript(event.transcript)}
      />
      {transcript !== null && (
        <section>
          <h3>{texts.inThisCall}</h3>
          <ul className="shares">
            {sharesOf(transcript).map(({ speaker, percent }) => (
              <li key={speaker}>
                <bdi>{speakerOf(texts, speaker)}</bdi>
                <meter aria-label={speakerOf(texts, speaker)} min={0} max={100} value={percent} />
                <span>{percent}%</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <form onSubmit={send}>
        <label>
          {texts.reply}
          <textarea
            rows={5}
            dir="auto"
            required
            value={reply}
            onChange={({ target }) => setReply(target.value)}
          />
        </label>
        <p className="buttons">
          <button
            type="button"
            disabled={transcript === null}
            onClick={() => transcript && setReply(`${quoteOf(transcript)}\n\n${reply}`)}
          >
            {texts.quote}
          </button>
          <button className="primary">{texts.send}</button>
        </p>
        <p role="status">{isSent && texts.sent.replace('#', ticket.customer)}</p>
      </form>
    </article>
  );
};
