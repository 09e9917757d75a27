'use client';
/** `<AudioTranscript>` for React 18 and 19, with properties and typed events. `ref` gives the element. */
import { createComponent, type EventName, type ReactWebComponent } from '@lit/react';
import * as React from 'react';
import { AudioTranscript as AudioTranscriptElement } from './shown/audio-transcript.js';
import type { TranscriptSettings } from './shown/transcript-settings.js';
import type {
  TranscribeEditEvent,
  TranscribeErrorEvent,
  TranscribeSegmentEvent,
} from './shown/transcript-events.js';
import './transcript-element.js';

const events = {
  onTranscribeSegment: 'transcribe-segment' as EventName<TranscribeSegmentEvent>,
  onTranscribeEdit: 'transcribe-edit' as EventName<TranscribeEditEvent>,
  onTranscribeError: 'transcribe-error' as EventName<TranscribeErrorEvent>,
};

/** The page may set any data: it is read, and refused if it is no transcript. */
type Given = Partial<Pick<TranscriptSettings, 'transcript' | 'edits'>>;

type Wrapped = ReactWebComponent<AudioTranscriptElement, typeof events>;

export const AudioTranscript = createComponent({
  tagName: 'audio-transcript',
  elementClass: AudioTranscriptElement,
  react: React,
  events,
}) as React.ForwardRefExoticComponent<Omit<React.ComponentProps<Wrapped>, keyof Given> & Given>;
