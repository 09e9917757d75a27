'use client';
/** `<AudioTranscribe>` for React 18 and 19, with properties and typed events. `ref` gives the element. */
import { createComponent, type EventName, type ReactWebComponent } from '@lit/react';
import * as React from 'react';
import { AudioTranscribe as AudioTranscribeElement } from './element/audio-transcribe.js';
import type {
  TranscribeEditEvent,
  TranscribeErrorEvent,
  TranscribeSegmentEvent,
} from './shown/transcript-events.js';
import type {
  TranscribeProgressEvent,
  TranscribeReadyEvent,
  TranscribeStateEvent,
  TranscribeSubmittedEvent,
  TranscribeUploadedEvent,
} from './element/events.js';
import type { TranscribeRecordingEvent } from './microphone/event.js';
import './index.js';

const events = {
  onTranscribeState: 'transcribe-state' as EventName<TranscribeStateEvent>,
  onTranscribeProgress: 'transcribe-progress' as EventName<TranscribeProgressEvent>,
  onTranscribeUploaded: 'transcribe-uploaded' as EventName<TranscribeUploadedEvent>,
  onTranscribeSubmitted: 'transcribe-submitted' as EventName<TranscribeSubmittedEvent>,
  onTranscribeReady: 'transcribe-ready' as EventName<TranscribeReadyEvent>,
  onTranscribeError: 'transcribe-error' as EventName<TranscribeErrorEvent>,
  onTranscribeSegment: 'transcribe-segment' as EventName<TranscribeSegmentEvent>,
  onTranscribeEdit: 'transcribe-edit' as EventName<TranscribeEditEvent>,
  onTranscribeRecording: 'transcribe-recording' as EventName<TranscribeRecordingEvent>,
};

export const AudioTranscribe: ReactWebComponent<AudioTranscribeElement, typeof events> =
  createComponent({
    tagName: 'audio-transcribe',
    elementClass: AudioTranscribeElement,
    react: React,
    events,
  });
