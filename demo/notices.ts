/** Notices about each recogniser by name, for the console and the page. */
export const recognizerNotice = (name: string): string => {
  switch (name) {
    case 'none':
      return 'No recogniser is installed: transcripts show where speech is, not what is said. Run: npm run setup';
    case 'moonshine':
      return 'Words are recognised in English, on this machine, with Moonshine. In our tests, 3 % of them were wrong.';
    case 'openai':
      return 'Words are recognised by the server at RECOGNIZER_URL.';
    default:
      return `Words are recognised by ${name}.`;
  }
};
