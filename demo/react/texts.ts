/** The texts of the support desk in its three languages. */
import type { Progress } from './tickets.js';

const en = {
  name: 'English',
  direction: 'ltr',
  language: 'Language',
  tickets: 'Tickets',
  new: 'New',
  working: 'Working, #%',
  transcribed: 'Transcribed',
  answered: 'Answered',
  failed: 'Failed',
  attached: 'Attached recording',
  transcribe: 'Transcribe it',
  notLoaded: 'The recording could not be loaded. Check your connection and try again.',
  inThisCall: 'In this call',
  speaker: 'Speaker',
  reply: 'Your reply',
  quote: 'Quote the recording',
  send: 'Send',
  sent: 'Your reply to # was sent.',
};

export type Texts = Readonly<typeof en>;

const de: Texts = {
  name: 'Deutsch',
  direction: 'ltr',
  language: 'Sprache',
  tickets: 'Anfragen',
  new: 'Neu',
  working: 'In Arbeit, # %',
  transcribed: 'Transkribiert',
  answered: 'Beantwortet',
  failed: 'Fehlgeschlagen',
  attached: 'Angehängte Aufnahme',
  transcribe: 'Transkribieren',
  notLoaded:
    'Die Aufnahme konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
  inThisCall: 'In diesem Gespräch',
  speaker: 'Stimme',
  reply: 'Ihre Antwort',
  quote: 'Aufnahme zitieren',
  send: 'Senden',
  sent: 'Ihre Antwort an # wurde gesendet.',
};

const ar: Texts = {
  name: 'العربية',
  direction: 'rtl',
  language: 'اللغة',
  tickets: 'الطلبات',
  new: 'جديد',
  working: 'قيد المعالجة، #٪',
  transcribed: 'النص جاهز',
  answered: 'تم الرد',
  failed: 'فشل',
  attached: 'التسجيل المرفق',
  transcribe: 'حوّله إلى نص',
  notLoaded: 'تعذّر تحميل التسجيل. تحقق من الاتصال وحاول مرة أخرى.',
  inThisCall: 'في هذه المكالمة',
  speaker: 'المتحدث',
  reply: 'ردّك',
  quote: 'اقتبس من التسجيل',
  send: 'إرسال',
  sent: 'تم إرسال ردّك إلى #.',
};

export const TEXTS = { en, de, ar };

export type Language = keyof typeof TEXTS;

export const statusOf = (texts: Texts, progress: Progress): string =>
  progress.kind === 'working'
    ? texts.working.replace('#', String(progress.percent))
    : texts[progress.kind];

/** A person's own name, else the word of the language with the number of a label such as `SPEAKER_01`. */
export const speakerOf = ({ speaker }: Texts, label: string): string => {
  const [, digits] = /^speaker[ _-]?(\d+)$/i.exec(label) ?? [];
  return digits === undefined ? label || speaker : `${speaker} ${Number(digits)}`;
};
