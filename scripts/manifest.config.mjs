const isPublic = (member) =>
  (member.privacy ?? 'public') === 'public' &&
  // Static methods are for pages; static fields are for the browser or for Lit.
  !(member.static && member.kind === 'field') &&
  !member.name.startsWith('#') &&
  !member.name.startsWith('_');

const lifecycle = new Set([
  ...['connectedCallback', 'disconnectedCallback', 'attributeChangedCallback', 'adoptedCallback'],
  ...['formAssociatedCallback', 'formDisabledCallback', 'formResetCallback'],
  ...['formStateRestoreCallback', 'createRenderRoot', 'performUpdate', 'scheduleUpdate'],
  ...['shouldUpdate', 'willUpdate', 'update', 'render', 'firstUpdated', 'updated', 'styles'],
]);

/** The packed module of a source file. */
const packed = (path) => path.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');

/** Replaces every reference to a module with its packed file. */
function nameModules(value) {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.module === 'string') value.module = packed(value.module);
  Object.values(value).forEach(nameModules);
}

/** Class of each event by the event's name, from `static readonly type = 'transcribe-…'`. */
const eventClasses = new Map();

const eventTypes = {
  name: 'event-types',
  analyzePhase({ ts, node }) {
    if (!ts.isClassDeclaration(node)) return;
    for (const { name, initializer } of node.members) {
      if (name?.getText() === 'type' && initializer && ts.isStringLiteral(initializer)) {
        eventClasses.set(initializer.text, node.name.getText());
      }
    }
  },
  packageLinkPhase({ customElementsManifest }) {
    const declarations = customElementsManifest.modules.flatMap((module) => module.declarations);
    for (const event of declarations.flatMap(({ events = [] }) => events)) {
      const text = eventClasses.get(event.name);
      if (!text) throw new Error(`No class has the event ${event.name} as its type.`);
      event.type = { text };
    }
  },
};

/** The `@tag name - description` lines of a JSDoc comment. */
const namedTags = (ts, node, tagName) =>
  ts
    .getJSDocTags(node)
    .filter((tag) => tag.tagName.text === tagName)
    .map((tag) => {
      const [name, description] = ts.getTextOfJSDocComment(tag.comment).split(/ - ([^]*)/);
      return { description, name };
    });

const descriptionOf = (ts, node) =>
  ts.getTextOfJSDocComment(ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment) ?? '';

/** Properties of an object literal by name, as source text. */
const textsOf = (ts, expression) => {
  const literal = ts.isSatisfiesExpression(expression) ? expression.expression : expression;
  return new Map(
    literal.properties.map(({ name, initializer }) => [name.getText(), initializer.getText()]),
  );
};

/** The elements, and where the settings of each are. */
const ELEMENTS = {
  AudioTranscribe: {
    settings: 'ElementSettings',
    properties: 'SETTING_PROPERTIES',
    values: 'DEFAULT_SETTINGS',
  },
  AudioTranscript: {
    settings: 'TranscriptSettings',
    properties: 'TRANSCRIPT_PROPERTIES',
    values: 'TRANSCRIPT_DEFAULTS',
  },
};

/** Parts and slots that only `<audio-transcribe>` has. */
const ONLY_TRANSCRIBE = new Set([
  ...['primary-button', 'drop-zone', 'offer', 'level', 'steps', 'progress-bar', 'progress-fill'],
  ...['item', 'heading'],
]);

/** Parts, slots and custom properties. Both elements have the same ones, as far as they have them. */
const looks = { parts: [], slots: [], styles: [] };

/** Types and descriptions, options for Lit and default values, by the name of their declaration. */
const fieldsOf = new Map();
const textsByName = new Map();

/** The meaning of imported types, so that editors can complete their values. */
const IMPORTED = {
  Model: "'svc-asr-pro' | 'svc-asr-fast'",
  DetectionLevel: "'segment' | 'chapter'",
  WorkerAddress: 'string | URL | TrustedScriptURL',
};
const resolved = (type) => type.replace(/\w+/g, (name) => IMPORTED[name] ?? name);

/** The default value, which the description has if it is no literal. `required` and `disabled` live in their attributes. */
const defaultOf = ({ type, description }, value) => {
  if (value === undefined) return type.text === 'boolean' ? 'false' : undefined;
  if (!value.includes('.')) return value;
  const [, described] = / Default: `(.+)`\.$/.exec(description) ?? [];
  return described && `'${described}'`;
};

/** Adds the settings to the element's class, as Lit and TypeScript do. */
const elementSettings = {
  name: 'element-settings',
  analyzePhase({ ts, node }) {
    const elements = Object.values(ELEMENTS);
    if (ts.isInterfaceDeclaration(node) && elements.some((it) => it.settings === node.name.text)) {
      looks.parts.push(...namedTags(ts, node, 'csspart'));
      looks.slots.push(...namedTags(ts, node, 'slot'));
      looks.styles.push(
        ...namedTags(ts, node, 'cssprop').map(({ description, name }) => {
          const [, value] = / Default: (.*)\.$/.exec(description) ?? [];
          return { description, name, default: value };
        }),
      );
      const fields = node.members.map((member) => ({
        name: member.name.getText(),
        type: { text: resolved(member.type.getText()) },
        description: descriptionOf(ts, member),
      }));
      fieldsOf.set(node.name.text, fields);
    } else if (ts.isVariableDeclaration(node)) {
      const name = node.name.getText();
      if (elements.some(({ properties, values }) => name === properties || name === values))
        textsByName.set(name, textsOf(ts, node.initializer));
    }
  },
  packageLinkPhase({ customElementsManifest }) {
    const declarations = customElementsManifest.modules.flatMap((module) => module.declarations);
    for (const [className, { settings, properties, values }] of Object.entries(ELEMENTS)) {
      const element = declarations.find(({ name }) => name === className);
      const options = textsByName.get(properties);
      const defaults = textsByName.get(values);
      element.members = element.members.filter(({ name }) => !options.has(name));
      element.attributes = (element.attributes ?? []).filter(
        ({ fieldName }) => !options.has(fieldName),
      );
      for (const { name, type, description } of fieldsOf.get(settings)) {
        const value = defaultOf({ type, description }, defaults.get(name));
        const known = { type, ...(value === undefined ? {} : { default: value }), description };
        const field = { kind: 'field', name, ...known };
        element.members.push(field);
        if (options.get(name).includes('attribute: false')) continue;
        const attribute = /attribute: '([^']+)'/.exec(options.get(name))?.[1] ?? name;
        field.attribute = attribute;
        if (options.get(name).includes('reflect: true')) field.reflects = true;
        element.attributes.push({ name: attribute, ...known, fieldName: name });
      }
      const has = ({ name }) => className === 'AudioTranscribe' || !ONLY_TRANSCRIBE.has(name);
      element.cssParts = looks.parts.filter(has);
      const own = (element.slots ?? []).filter(({ name }) => name === '');
      element.slots = [...own, ...looks.slots.filter((slot) => has(slot) && slot.name !== 'hint')];
      if (className === 'AudioTranscribe') element.slots = looks.slots;
      element.cssProperties = looks.styles;
    }
  },
};

/** Moves what the element inherits into its own class, so that partners see one. */
const withoutBase = {
  name: 'without-base',
  packageLinkPhase({ customElementsManifest }) {
    const { modules } = customElementsManifest;
    const declarations = modules.flatMap((module) => module.declarations);
    const element = declarations.find(({ name }) => name === 'AudioTranscribe');
    const base = declarations.find(({ name }) => name === element.superclass.name);
    const at = element.members.findIndex(({ name }) => name === 'connectedCallback');
    const callbacks = element.members.splice(at);
    // The analyzer has added the inherited members at the end.
    const inherited = callbacks.filter(({ inheritedFrom }) => inheritedFrom);
    element.members.push(...inherited, ...callbacks.filter((one) => !inherited.includes(one)));
    for (const member of element.members) delete member.inheritedFrom;
    // What is between the elements and Lit is no part of the package.
    for (const { tagName, superclass } of declarations)
      if (tagName)
        Object.assign(superclass, { name: 'LitElement', package: 'lit', module: undefined });
    customElementsManifest.modules = modules.filter(
      (module) => !module.declarations.includes(base),
    );
  },
};

/** Keeps only the public API: no private members and no callbacks for the browser. */
const publicMembersOnly = {
  name: 'public-members-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules) {
      module.path = packed(module.path);
      module.declarations = module.declarations.filter(({ kind }) => kind === 'class');
      const classes = new Set(module.declarations.map(({ name }) => name));
      module.exports = module.exports?.filter(
        ({ kind, name }) => kind !== 'js' || name === '*' || classes.has(name),
      );
      for (const declaration of module.declarations) {
        // The analyzer uses the first argument of any dispatched event as its name.
        declaration.events = declaration.events?.filter(({ name }) =>
          name?.startsWith('transcribe-'),
        );
        declaration.members = declaration.members?.filter(
          (member) => isPublic(member) && !lifecycle.has(member.name),
        );
      }
    }
    nameModules(customElementsManifest.modules);
  },
};

export default {
  globs: [
    ...['src/element/audio-transcribe.ts', 'src/element/form.ts', 'src/element/settings.ts'],
    ...['src/shown/audio-transcript.ts', 'src/shown/transcript-settings.ts'],
    'src/transcript-element.ts',
    ...[
      'src/element/events.ts',
      'src/shown/transcript-events.ts',
      'src/microphone/event.ts',
      'src/index.ts',
    ],
  ],
  litelement: true,
  outdir: '.cache/manifest',
  // package.json refers to the committed file.
  packagejson: false,
  plugins: [withoutBase, elementSettings, publicMembersOnly, eventTypes],
};
