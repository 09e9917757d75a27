/**
 * The data of docs/accessibility.md. `Supports` needs evidence: tests that run and pass. `npm run doc-blocks` writes the
 * page, and fails if a test does not exist.
 */
import type { CheckTitle } from './checks.js';

/** A test. `…` in its title stands for what the test inserts, such as the name of a state. */
export interface Evidence {
  readonly file: string;
  readonly title: string;
}

export interface Row {
  /** Such as `1.4.3`. */
  readonly id: string;
  readonly name: string;
  readonly verdict: 'Supports' | 'Partially supports' | 'Does not apply';
  readonly evidence: readonly Evidence[];
  readonly remark: string;
}

export const CHECKS_FILE = 'test/browser/accessibility/criteria.chromium.test.ts';

const check = (title: CheckTitle): Evidence => ({ file: CHECKS_FILE, title });
const element = (name: string, title: string): Evidence => ({
  file: `test/browser/element/${name}.test.ts`,
  title,
});
const reader = (name: string, title: string): Evidence => ({
  file: `test/browser/reader/${name}.test.ts`,
  title,
});
const page = (name: string, title: string): Evidence => ({
  file: `test/e2e/${name}.spec.ts`,
  title,
});

type Tests = readonly [Evidence, ...Evidence[]];

const supports = (id: string, name: string, evidence: Tests, remark = ''): Row => ({
  ...{ id, name, evidence, remark },
  verdict: 'Supports',
});
const partially = (id: string, name: string, evidence: Tests, remark: string): Row => ({
  ...{ id, name, evidence, remark },
  verdict: 'Partially supports',
});
const without = (id: string, name: string, remark: string): Row => ({
  ...{ id, name, remark },
  ...{ verdict: 'Does not apply', evidence: [] },
});

const everyState = page(
  'states',
  'state …: its parts are documented, axe finds no violation, and nothing leaves the card',
);
const everySetting = page('settings', 'state …: all that is there is seen under every setting');
const spoken = element('spoken', 'on the main path is short, in order, and said once');
const byKeyboard = page('transcribe', 'the whole flow works by keyboard alone');
const correcting = page(
  'reading',
  'by keyboard alone: search, correct, undo, and find the corrections after a reload',
);
const shown = element('views', 'ready: shows the diarized segments with a player, as plain text');
const forced = page(
  'contrast',
  'forced colours: the bar and the primary button use the system’s highlight',
);
const playingLine = reader('turns-view', 'forced colours: a line below the playing segment');
const docsPages = page('docs', 'docs: axe finds nothing on any page');
const byTap = reader('waveform-pointer', 'finger: seeks by a tap and by a drag across');
const fileOrVoice = {
  file: 'test/browser/microphone/microphone.test.ts',
  title: 'is there only if sources names the microphone, and alone without files',
};
const shortcutList = reader(
  'shortcuts',
  'are listed from the table in a dialog, which returns the focus',
);

const OF_THE_PAGE = 'It is a requirement for the page that contains the element.';
const NO_VIDEO = 'The element plays no video and nothing live.';

/** Level A. */
export const LEVEL_A: readonly Row[] = [
  supports('1.1.1', 'Non-text Content', [
    check('icons are hidden from screen readers'),
    everyState,
    reader('waveform', 'is hidden from screen readers, and takes no focus'),
  ]),
  supports(
    '1.2.1',
    'Audio-only and Video-only (Prerecorded)',
    [shown],
    'The transcript is the alternative for the recording. It is made by a machine, so it can contain errors; people can correct it.',
  ),
  without('1.2.2', 'Captions (Prerecorded)', NO_VIDEO),
  without('1.2.3', 'Audio Description or Media Alternative (Prerecorded)', NO_VIDEO),
  supports('1.3.1', 'Info and Relationships', [
    check('structure is in the markup'),
    everyState,
    spoken,
  ]),
  supports('1.3.2', 'Meaningful Sequence', [spoken]),
  supports('1.3.3', 'Sensory Characteristics', [spoken]),
  supports('1.4.1', 'Use of Color', [check('colour is not the only sign'), playingLine, forced]),
  supports('1.4.2', 'Audio Control', [check('nothing plays by itself')]),
  supports('2.1.1', 'Keyboard', [
    check('Tab reaches every control'),
    byKeyboard,
    correcting,
    page('menus', 'by keyboard alone: a menu opens, moves, chooses and closes; the page stays'),
    page('form', 'by keyboard: the form is refused without a recording, and then sends its id'),
  ]),
  supports('2.1.2', 'No Keyboard Trap', [
    check('Tab leaves the element in both directions'),
    reader('menu', 'closes on Tab, which goes on from the button'),
  ]),
  supports('2.1.4', 'Character Key Shortcuts', [
    check('letters are shortcuts only inside the element'),
    reader(
      'shortcuts',
      'are switched off by the person in the list of keys, which then has the keys that work',
    ),
    reader('shortcuts', 'stay off for the next recording, and for the next page'),
    reader('shortcuts', 'work only inside the reader'),
    reader('shortcuts', 'ignores text fields, options and dialogs'),
  ]),
  supports(
    '2.2.1',
    'Timing Adjustable',
    [
      reader('toast', 'stays while the pointer is over it'),
      reader('toast', 'stays while its button has the focus'),
      reader('toast', 'tell what the Undo button of the reader has done'),
    ],
    'A message with “Undo” disappears after four seconds. The Undo button of the reader stays.',
  ),
  supports('2.2.2', 'Pause, Stop, Hide', [
    reader('turns-view', 'less motion: nothing in the list that moves by itself'),
    page('menus', 'reduced motion: the toast does not move'),
  ]),
  supports('2.3.1', 'Three Flashes or Below Threshold', [check('nothing flashes')]),
  without('2.4.1', 'Bypass Blocks', `${OF_THE_PAGE} The element is a landmark.`),
  without('2.4.2', 'Page Titled', OF_THE_PAGE),
  supports('2.4.3', 'Focus Order', [
    check('the order of the focus is that of the content'),
    spoken,
    element('focus', 'follows Pause, Resume and Cancel'),
    element('focus', 'moves from Try again to Cancel, and to the heading of the transcript'),
    { file: 'test/browser/reader/focus-return.chromium.test.ts', title: '…: by Escape' },
  ]),
  without('2.4.4', 'Link Purpose (In Context)', 'The element has no links.'),
  supports('2.5.1', 'Pointer Gestures', [check('sliders work without dragging'), byTap]),
  supports('2.5.2', 'Pointer Cancellation', [
    check('nothing works before the finger is up'),
    reader(
      'turns-pointer',
      'is not pressed if the finger moves, is lifted early, or the list scrolls',
    ),
  ]),
  supports('2.5.3', 'Label in Name', [check('names contain the visible text')]),
  without('2.5.4', 'Motion Actuation', 'The element does not react to motion of the device.'),
  supports(
    '3.1.1',
    'Language of Page',
    [element('language', 'is the one of the nearest lang attribute, from the first drawing')],
    'The texts are in the language of the page, if the package has it.',
  ),
  supports('3.2.1', 'On Focus', [check('the focus changes nothing')]),
  supports(
    '3.2.2',
    'On Input',
    [
      element('views', 'preparing: waits with a start button if the page sets manual-start'),
      reader('shortcuts', 'change rate, volume and mute, and announce it'),
    ],
    'Choosing a file starts its upload, which the texts say. With `manual-start` it waits for a button.',
  ),
  without('3.2.6', 'Consistent Help', OF_THE_PAGE),
  supports('3.3.1', 'Error Identification', [
    check('an error is described in words'),
    element('views', 'failed: shows a message and a retry button that resumes'),
  ]),
  supports('3.3.2', 'Labels or Instructions', [
    check('every control has a name and a role'),
    element('views', 'idle: lists the accepted formats, and opens the file dialog'),
    element(
      'labels',
      'label with for: names the element, and a click on it focuses the first control',
    ),
  ]),
  supports(
    '3.3.7',
    'Redundant Entry',
    [element('resume-offer', 'shows what was interrupted and its progress, and resumes')],
    'A browser that stored no copy of the file asks for it again.',
  ),
  without('4.1.1', 'Parsing', 'WCAG 2.2 has removed it. WCAG 2.0 and 2.1 count it as met.'),
  supports('4.1.2', 'Name, Role, Value', [
    check('every control has a name and a role'),
    everyState,
    spoken,
  ]),
];

/** Level AA. */
export const LEVEL_AA: readonly Row[] = [
  without('1.2.4', 'Captions (Live)', NO_VIDEO),
  without('1.2.5', 'Audio Description (Prerecorded)', NO_VIDEO),
  supports('1.3.4', 'Orientation', [everyState], 'Each state is shown at 260 to 1280 px.'),
  without('1.3.5', 'Identify Input Purpose', 'No field is about the user.'),
  supports(
    '1.4.3',
    'Contrast (Minimum)',
    [
      check('texts have a contrast of 4.5:1'),
      everyState,
      element('colours', 'text on the accent … has 4.5:1'),
    ],
    'With the default colours and any accent. A page that sets other colours must check them.',
  ),
  supports('1.4.4', 'Resize Text', [
    check('with text of 200 % nothing is cut'),
    page('states', 'state …: with text of 200 % on a phone of … px, nothing is cut'),
    everySetting,
  ]),
  supports('1.4.5', 'Images of Text', [check('there are no images of text')]),
  supports(
    '1.4.10',
    'Reflow',
    [
      check('at 320 px nothing reaches beyond the element'),
      everyState,
      reader('turns-view', '400 % zoom: nothing that sticks'),
      page('list', 'a phone of … px shows the list without scrolling sideways'),
      everySetting,
    ],
    'What has no room in the player is in the menu “More”. Of the steps, only the current one has a visible name.',
  ),
  supports('1.4.11', 'Non-text Contrast', [
    check('icons and buttons have a contrast of 3:1'),
    element('colours', 'the edge of the primary button has 3:1: …'),
    element('colours', 'has two tones, one of which is visible on any background: …'),
  ]),
  supports('1.4.12', 'Text Spacing', [
    check('with more space between letters, words and lines nothing is cut'),
  ]),
  supports('1.4.13', 'Content on Hover or Focus', [
    reader('waveform-pointer', 'previews the time, the speaker and the first words, until Escape'),
  ]),
  without('2.4.5', 'Multiple Ways', OF_THE_PAGE),
  supports('2.4.6', 'Headings and Labels', [
    check('headings name what follows'),
    check('every control has a name and a role'),
    element('views', 'names its landmark after what it shows'),
  ]),
  supports('2.4.7', 'Focus Visible', [
    check('the focus is visible on every control'),
    element('colours', 'has two tones, one of which is visible on any background: …'),
  ]),
  supports('2.4.11', 'Focus Not Obscured (Minimum)', [
    reader('turns-keyboard', 'shows the whole focused row below the sticky speaker name'),
    reader('turns-keyboard', 'shows the focused segment inside the window if the list is higher'),
  ]),
  supports('2.5.7', 'Dragging Movements', [
    check('sliders work without dragging'),
    byTap,
    element('views', 'idle: lists the accepted formats, and opens the file dialog'),
  ]),
  supports('2.5.8', 'Target Size (Minimum)', [
    check('targets are at least 24 px'),
    everyState,
    page('menus', 'touch: every target is at least 44 px'),
  ]),
  partially(
    '3.1.2',
    'Language of Parts',
    [
      check('the transcript has its language'),
      element(
        'language',
        'is English, marked as English, if the page has a language that we do not have',
      ),
    ],
    'A word in another language within a transcript is not marked.',
  ),
  without('3.2.3', 'Consistent Navigation', OF_THE_PAGE),
  supports('3.2.4', 'Consistent Identification', [spoken]),
  supports('3.3.3', 'Error Suggestion', [
    element('views', 'failed: shows a message and a retry button that resumes'),
    element('form', 'is rejected with an error that names the reason: by the …'),
  ]),
  without('3.3.4', 'Error Prevention (Legal, Financial, Data)', 'The element makes no commitment.'),
  without('3.3.8', 'Accessible Authentication (Minimum)', 'The page signs its users in.'),
  supports('4.1.3', 'Status Messages', [
    check('there is a status line'),
    element(
      'announcements',
      'a short file has three announcements from the choice to the transcript',
    ),
    element('announcements', 'show and announce an interruption, then continue'),
    reader('toast', 'is announced once, and disappears after four seconds'),
  ]),
];

const IS_WEB = 'The element is web content; see WCAG.';
const LIMITED_SIGHT: Tests = [
  check('texts have a contrast of 4.5:1'),
  check('with text of 200 % nothing is cut'),
  check('at 320 px nothing reaches beyond the element'),
  forced,
  everySetting,
];
const PLAIN_TEXT =
  'Corrections keep speakers and times, and exports have them. A word in another language cannot be marked.';
const NO_SERVICE = 'The package comes without a support service.';

/** Functional performance, in the words of Section 508 and of EN 301 549. */
const performance = (ids: readonly string[]): readonly Row[] => {
  const rows: readonly Row[] = [
    supports('', 'Without vision', [spoken, byKeyboard]),
    supports('', 'With limited vision', LIMITED_SIGHT),
    supports('', 'Without perception of colour', [playingLine, forced]),
    supports('', 'Without hearing', [shown], 'The transcript has the words, not the sounds.'),
    supports('', 'With limited hearing', [
      shown,
      reader('player', 'sets the volume, and restores it after mute'),
    ]),
    supports('', 'Without speech', [fileOrVoice], 'A file can be chosen in place of speaking.'),
    supports('', 'With limited manipulation', [byKeyboard, check('targets are at least 24 px')]),
    supports('', 'With limited reach and strength', [byKeyboard]),
    partially(
      '',
      'With limited language, cognitive and learning abilities',
      [check('an error is described in words'), spoken],
      'The texts are short and plain. There is no simplified view.',
    ),
  ];
  return rows.map((row, index) => ({ ...row, id: ids[index] ?? '' }));
};

/** The other tables, by title. */
export const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'Section 508, chapter 3: functional performance criteria': performance([
    ...['302.1', '302.2', '302.3', '302.4', '302.5', '302.6', '302.7', '302.8', '302.9'],
  ]),
  'Section 508, chapters 4 to 6': [
    without('402–415', 'Hardware', 'The package is software.'),
    partially('501.1', 'Incorporation of WCAG', [everyState], 'See the limits of the WCAG rows.'),
    without('502', 'Interoperability with assistive technology', IS_WEB),
    supports('503.2', 'User preferences', [
      forced,
      everySetting,
      page('contrast', 'more contrast: buttons and bars have edges in the colour of the text'),
    ]),
    without('503.3', 'Alternative user interfaces', 'The element is no assistive technology.'),
    without('503.4', 'User controls for captions and audio description', NO_VIDEO),
    partially('504.2', 'Content creation or editing', [correcting], PLAIN_TEXT),
    without('504.3, 504.4', 'Prompts and templates', 'The element offers no templates.'),
    supports('602.2', 'Accessibility and compatibility features', [shortcutList], 'This page.'),
    supports('602.3', 'Electronic support documentation', [docsPages]),
    without('602.4', 'Alternate formats', 'The documentation is only electronic.'),
    without('603', 'Support services', NO_SERVICE),
  ],
  'EN 301 549, chapter 4: functional performance': [
    ...performance([
      ...['4.2.1', '4.2.2', '4.2.3', '4.2.4', '4.2.5', '4.2.6', '4.2.7', '4.2.8', '4.2.10'],
    ]),
    supports('4.2.9', 'Minimise photosensitive seizure triggers', [check('nothing flashes')]),
    without('4.2.11', 'Privacy', 'No accessibility feature asks for data.'),
  ],
  'EN 301 549, chapters 5 to 13': [
    without('5.1', 'Closed functionality', 'Assistive technology works with the element.'),
    without('5.2', 'Activation of accessibility features', 'They are always on.'),
    without('5.3', 'Biometrics', 'None are used. A voice is transcribed, not recognised.'),
    without('5.4', 'Preservation of accessibility information', 'Recordings contain none.'),
    without('5.5–5.8', 'Operable parts, keys that lock and repeat', 'They belong to the device.'),
    supports('5.9', 'Simultaneous user actions', [byKeyboard, byTap]),
    without('6', 'Two-way voice communication', 'There is none.'),
    without('7', 'Video capabilities', NO_VIDEO),
    without('8', 'Hardware', 'The package is software.'),
    partially('9', 'Web', [everyState], 'As the WCAG rows with the same numbers, such as 9.1.4.3.'),
    without(
      '10',
      'Non-web documents',
      'The documentation is web content. Exports are the content of your users.',
    ),
    without('11.1–11.7', 'Software', IS_WEB),
    partially('11.8', 'Authoring tools', [correcting], PLAIN_TEXT),
    supports('12.1.1', 'Accessibility and compatibility features', [shortcutList], 'This page.'),
    supports('12.1.2', 'Accessible documentation', [docsPages]),
    without('12.2', 'Support services', NO_SERVICE),
    without('13', 'Relay and emergency services', 'There are none.'),
  ],
};
