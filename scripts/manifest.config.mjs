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

/**
 * The content of `settings.ts`: types and descriptions, options for Lit, default values, parts, slots and custom
 * properties.
 */
const settings = {
  fields: [],
  options: new Map(),
  defaults: new Map(),
  parts: [],
  slots: [],
  styles: [],
};

/** The meaning of imported types, so that editors can complete their values. */
const IMPORTED = {
  Model: "'svc-asr-pro' | 'svc-asr-fast'",
  DetectionLevel: "'segment' | 'chapter'",
  WorkerAddress: 'string | URL | TrustedScriptURL',
};
const resolved = (type) => type.replace(/\w+/g, (name) => IMPORTED[name] ?? name);

/** Adds the settings to the element's class, as Lit and TypeScript do. */
const elementSettings = {
  name: 'element-settings',
  analyzePhase({ ts, node }) {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'ElementSettings') {
      settings.parts = namedTags(ts, node, 'csspart');
      settings.slots = namedTags(ts, node, 'slot');
      settings.styles = namedTags(ts, node, 'cssprop').map(({ description, name }) => {
        const [, value] = / Default: (.*)\.$/.exec(description) ?? [];
        return { description, name, default: value };
      });
      settings.fields = node.members.map((member) => ({
        name: member.name.getText(),
        type: { text: resolved(member.type.getText()) },
        description: descriptionOf(ts, member),
      }));
    } else if (ts.isVariableDeclaration(node)) {
      const name = node.name.getText();
      if (name === 'SETTING_PROPERTIES') settings.options = textsOf(ts, node.initializer);
      if (name === 'DEFAULT_SETTINGS') settings.defaults = textsOf(ts, node.initializer);
    }
  },
  packageLinkPhase({ customElementsManifest }) {
    const element = customElementsManifest.modules
      .flatMap(({ declarations }) => declarations)
      .find(({ name }) => name === 'AudioTranscribe');
    element.members = element.members.filter(({ name }) => !settings.options.has(name));
    for (const { name, type, description } of settings.fields) {
      const options = settings.options.get(name);
      const value = settings.defaults.get(name);
      const isLiteral = value !== undefined && !value.includes('.');
      const known = { type, ...(isLiteral ? { default: value } : {}), description };
      const field = { kind: 'field', name, ...known };
      element.members.push(field);
      if (options.includes('attribute: false')) continue;
      const attribute = /attribute: '([^']+)'/.exec(options)?.[1] ?? name;
      field.attribute = attribute;
      if (options.includes('reflect: true')) field.reflects = true;
      element.attributes.push({ name: attribute, ...known, fieldName: name });
    }
    element.cssParts = settings.parts;
    element.slots = settings.slots;
    element.cssProperties = settings.styles;
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
    element.superclass = base.superclass;
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
    ...['src/element/events.ts', 'src/intake/microphone/event.ts', 'src/index.ts'],
  ],
  litelement: true,
  outdir: '.cache/manifest',
  // package.json refers to the committed file.
  packagejson: false,
  plugins: [withoutBase, elementSettings, publicMembersOnly, eventTypes],
};
