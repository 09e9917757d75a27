/** The examples: finished transcripts whose words were written, not recognised. */
import type { PartnerBackend } from '../../src/index.js';
import type { TranscriptionData } from '../../src/protocol/index.js';

export interface Example {
  readonly id: string;
  /** The name of the button, in the example's own language. */
  readonly title: string;
  readonly about: string;
  /** Of the spoken words: a BCP 47 tag. */
  readonly language: string;
  /** The recording beside the page; null if there are only words. */
  readonly audio: string | null;
  readonly data: () => Promise<TranscriptionData>;
}

type Line = readonly [speaker: string, text: string];

/** A transcript without a recording. The times are as long as reading the words aloud takes. */
const written = (language: string, lines: readonly Line[]): TranscriptionData => {
  let at = 400;
  const segments = lines.map(([speaker, text]) => {
    const start_ms = at;
    const end_ms =
      start_ms + 900 + text.length * (/[\u3040-\u30ff\u4e00-\u9fff]/u.test(text) ? 160 : 62);
    at = end_ms + 450;
    return { speaker, start_ms, end_ms, text };
  });
  const text = lines.map(([, words]) => words).join(' ');
  return { text, language, duration: Math.ceil(at / 1000), segments };
};

const onlyWords = (
  id: string,
  title: string,
  about: string,
  language: string,
  lines: readonly Line[],
): Example => ({
  id,
  title,
  about,
  language,
  audio: null,
  data: () => Promise.resolve(written(language, lines)),
});

export const EXAMPLES: readonly [Example, ...Example[]] = [
  {
    id: 'support-call',
    title: 'A support call',
    about: 'English, three voices, 3 min',
    language: 'en',
    audio: 'samples/support-call.mp3',
    data: async () =>
      (await fetch('samples/support-call.json')).json() as Promise<TranscriptionData>,
  },
  onlyWords('ar', 'موعد في العيادة', 'Arabic', 'ar', [
    ['ليلى', 'صباح الخير، عيادة النور، كيف يمكنني مساعدتك؟'],
    ['سامي', 'صباح النور. أريد أن أغيّر موعدي يوم الثلاثاء من فضلك.'],
    ['ليلى', 'بكل سرور. ما اسمك الكامل، ومتى كان الموعد؟'],
    ['سامي', 'اسمي سامي حدّاد، وكان الموعد الساعة العاشرة والنصف.'],
    ['ليلى', 'وجدته. لدينا مكان يوم الخميس الساعة التاسعة، أو الأحد بعد الظهر.'],
    ['سامي', 'الخميس مناسب جدًا. هل يجب أن أحضر نتائج التحليل معي؟'],
    ['ليلى', 'نعم، وسأرسل لك رسالة تذكير قبل الموعد بيوم.'],
    ['سامي', 'شكرًا جزيلًا على مساعدتك.'],
  ]),
  onlyWords('ja', '駅の忘れ物センター', 'Japanese', 'ja', [
    ['係員', 'お電話ありがとうございます。忘れ物センターでございます。'],
    ['田中', 'すみません、昨日の夜、電車に傘を忘れてしまったのですが。'],
    ['係員', 'どの路線の、何時ごろの電車でしたか。'],
    ['田中', '中央線で、新宿を九時二十分に出た電車です。'],
    ['係員', '傘の色や特徴を教えていただけますか。'],
    ['田中', '紺色で、木の持ち手に小さな傷があります。'],
    ['係員', 'それらしい傘が届いております。三鷹駅で五時までお預かりしています。'],
    ['田中', '助かりました。今日の午後、取りに行きます。'],
  ]),
  onlyWords('es', 'Una reserva', 'Spanish', 'es', [
    ['Lucía', 'Restaurante La Marea, buenas tardes. ¿En qué puedo ayudarle?'],
    ['Andrés', 'Hola, quería reservar una mesa para el sábado por la noche.'],
    ['Lucía', 'Con mucho gusto. ¿Para cuántas personas y a qué hora?'],
    ['Andrés', 'Somos seis, y nos vendría bien a las nueve y media.'],
    ['Lucía', 'A esa hora solo me queda una mesa en la terraza. ¿Le parece bien?'],
    ['Andrés', 'Perfecto. Una cosa: una de nosotras no puede comer gluten.'],
    ['Lucía', 'Ningún problema, lo apunto. ¿Me deja un teléfono, por favor?'],
    ['Andrés', 'Claro: seis, cero, nueve, uno, cuatro, dos, ocho, cinco, siete.'],
  ]),
  onlyWords('mixed', 'Stand-up / Reunión', 'English, Spanish and German', 'en', [
    ['Ana', 'Good morning everyone. Shall we start with the release?'],
    ['Jonas', 'Ja, gern. The upload now survives a lost connection, das war der letzte Fehler.'],
    ['Ana', '¡Qué bien! So we can give it to the testers today?'],
    ['Marta', 'Todavía no. I found one more problem in the Arabic layout.'],
    ['Jonas', 'Ist das die Leiste am unteren Rand? I saw it too, on a small phone.'],
    ['Marta', 'Exacto. The buttons overlap there. It takes me an hour.'],
    ['Ana', 'Then we ship after lunch. ¿Alguna otra cosa?'],
    ['Jonas', 'Nein, alles gut. Danke euch!'],
  ]),
];

/** A backend whose only task is the example. */
export const exampleBackend = (example: Example): PartnerBackend => ({
  submit: () => Promise.reject(new Error('An example is not submitted.')),
  query: async () => ({
    transcription_id: example.id,
    status: 'SUCCESS',
    data: await example.data(),
  }),
});
