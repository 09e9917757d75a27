/** The demo's recordings, as buttons. */
export interface Sample {
  readonly file: string;
  readonly title: string;
  readonly about: string;
  readonly mediaType: string;
}

const SAMPLES: readonly Sample[] = [
  {
    file: 'conversation.mp3',
    title: 'A late parcel',
    about: 'Three voices · MP3 · 45\u00a0s',
    mediaType: 'audio/mpeg',
  },
  {
    file: 'interview.m4a',
    title: 'The baker',
    about: 'Two voices · M4A · 23\u00a0s',
    mediaType: 'audio/mp4',
  },
  {
    file: 'voicemail.wav',
    title: 'A message from the garage',
    about: 'One voice · WAV · 11\u00a0s',
    mediaType: 'audio/wav',
  },
];

/** Rejects if the recording cannot be loaded. */
export const loadSample = async ({ file, mediaType }: Sample): Promise<File> => {
  const response = await fetch(`samples/${file}`);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new File([await response.blob()], file, { type: mediaType });
};

/** One list item per recording. */
export const sampleButtons = (onPick: (sample: Sample) => void): readonly HTMLLIElement[] =>
  SAMPLES.map((sample) => {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const title = document.createElement('strong');
    const about = document.createElement('span');
    button.type = 'button';
    button.className = 'sample';
    button.dataset['sample'] = sample.file;
    title.textContent = sample.title;
    about.textContent = sample.about;
    button.append(title, about);
    button.addEventListener('click', () => onPick(sample));
    item.append(button);
    return item;
  });
