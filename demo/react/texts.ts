/** The texts of the support desk in its three languages. */
import { speakerNumber, type Progress } from './tickets.js';

export interface Texts {
  readonly direction: 'ltr' | 'rtl';
  readonly language: string;
  readonly tickets: string;
  readonly status: (progress: Progress) => string;
  readonly attached: string;
  readonly transcribe: string;
  readonly notLoaded: string;
  readonly inThisCall: string;
  /** The name to show for a speaker's label. */
  readonly speaker: (label: string) => string;
  readonly reply: string;
  readonly quote: string;
  readonly send: string;
  readonly sent: (customer: string) => string;
}

/** A person's own name, else the word of the language with the number of the speaker. */
const named =
  (word: string) =>
  (label: string): string => {
    const number = speakerNumber(label);
    if (label === '') return word;
    return number === null ? label : `${word} ${number}`;
  };

export const TEXTS = {
  en: {
    direction: 'ltr',
    language: 'Language',
    tickets: 'Tickets',
    status: (progress) => {
      if (progress.kind === 'working') return `Working, ${progress.percent}%`;
      return { new: 'New', transcribed: 'Transcribed', answered: 'Answered', failed: 'Failed' }[
        progress.kind
      ];
    },
    attached: 'Attached recording',
    transcribe: 'Transcribe it',
    notLoaded: 'The recording could not be loaded. Check your connection and try again.',
    inThisCall: 'In this call',
    speaker: named('Speaker'),
    reply: 'Your reply',
    quote: 'Quote the recording',
    send: 'Send',
    sent: (customer) => `Your reply to ${customer} was sent.`,
  },
  de: {
    direction: 'ltr',
    language: 'Sprache',
    tickets: 'Anfragen',
    status: (progress) => {
      if (progress.kind === 'working') return `In Arbeit, ${progress.percent} %`;
      return {
        new: 'Neu',
        transcribed: 'Transkribiert',
        answered: 'Beantwortet',
        failed: 'Fehlgeschlagen',
      }[progress.kind];
    },
    attached: 'Angehängte Aufnahme',
    transcribe: 'Transkribieren',
    notLoaded:
      'Die Aufnahme konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
    inThisCall: 'In diesem Gespräch',
    speaker: named('Stimme'),
    reply: 'Ihre Antwort',
    quote: 'Aufnahme zitieren',
    send: 'Senden',
    sent: (customer) => `Ihre Antwort an ${customer} wurde gesendet.`,
  },
  ar: {
    direction: 'rtl',
    language: 'اللغة',
    tickets: 'الطلبات',
    status: (progress) => {
      if (progress.kind === 'working') return `قيد المعالجة، ${progress.percent}٪`;
      return {
        new: 'جديد',
        transcribed: 'النص جاهز',
        answered: 'تم الرد',
        failed: 'فشل',
      }[progress.kind];
    },
    attached: 'التسجيل المرفق',
    transcribe: 'حوّله إلى نص',
    notLoaded: 'تعذّر تحميل التسجيل. تحقق من الاتصال وحاول مرة أخرى.',
    inThisCall: 'في هذه المكالمة',
    speaker: named('المتحدث'),
    reply: 'ردّك',
    quote: 'اقتبس من التسجيل',
    send: 'إرسال',
    sent: (customer) => `تم إرسال ردّك إلى ${customer}.`,
  },
} as const satisfies Readonly<Record<string, Texts>>;

export type Language = keyof typeof TEXTS;

/** Each language under its own name. */
export const LANGUAGES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  ar: 'العربية',
};
