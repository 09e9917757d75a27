import { debianPackages } from './recognition.mjs';

const command = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...debianPackages];

/** How to install PocketSphinx: commands that can run now, or instructions for the user. */
export function installationPlan({ hasApt, isRoot, maySudo }) {
  if (hasApt && (isRoot || maySudo)) {
    const prefix = isRoot ? [] : ['sudo', '-n'];
    return {
      kind: 'run',
      commands: [['apt-get', 'update', '-qq'], command].map((words) => [
        ...prefix,
        ...['env', 'DEBIAN_FRONTEND=noninteractive'],
        ...words,
      ]),
    };
  }
  return {
    kind: 'tell',
    text: hasApt
      ? `To recognise words install PocketSphinx: sudo apt-get install ${debianPackages.join(' ')}`
      : 'PocketSphinx comes as packages of Debian and Ubuntu (pocketsphinx, pocketsphinx-en-us). Elsewhere set RECOGNIZER_URL to a server that transcribes.',
  };
}

/** One line that says what the demo will use. */
export function summary({ pocketSphinx, voiceModel, speakerFolder }) {
  const words = pocketSphinx
    ? 'recognises English with PocketSphinx'
    : 'shows where speech is, but not what is said';
  const speakers = speakerFolder ? 'tells speakers apart' : 'names no speakers';
  const speech = voiceModel ? 'finds speech by its sound' : 'finds speech by its loudness';
  return `The demo ${words}, ${speakers}, and ${speech}.`;
}
