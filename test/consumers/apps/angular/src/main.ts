import { Component, CUSTOM_ELEMENTS_SCHEMA, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import type { Transcript, TranscribeReadyEvent } from 'audio-transcribe';
import 'audio-transcribe';

@Component({
  selector: 'app-page',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `
    <audio-transcribe
      service-url="https://service.example"
      backend-url="/api/transcribe"
      [diarization]="true"
      (transcribe-ready)="show($event)"
    ></audio-transcribe>
    @if (transcript(); as transcript) {
      <output>{{ transcript.segments.length }} segments</output>
    }
  `,
})
class Page {
  readonly transcript = signal<Transcript | null>(null);

  show(event: TranscribeReadyEvent): void {
    this.transcript.set(event.transcript);
  }
}

bootstrapApplication(Page).catch((error: unknown) => console.error(error));
