/** A static method is for a page; a static field is for the browser or for Lit. */
const isPublic = (member) =>
  (member.privacy ?? 'public') === 'public' &&
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

/** Every reference to a module, wherever it stands, names a file that is packed. */
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

/** Leaves only what a page may use: no private members, no callbacks that the browser calls. */
const publicMembersOnly = {
  name: 'public-members-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules) {
      module.path = packed(module.path);
      for (const declaration of module.declarations) {
        // the analyzer takes the first argument of any dispatched event for its name
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
    ...[
      'src/element.ts',
      'src/element-reading.ts',
      'src/element-form.ts',
      'src/element-settings.ts',
    ],
    ...['src/events.ts', 'src/index.ts'],
  ],
  litelement: true,
  outdir: '.cache/manifest',
  // package.json names the committed file
  packagejson: false,
  plugins: [publicMembersOnly, eventTypes],
};
