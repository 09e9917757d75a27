const isPublic = (member) =>
  (member.privacy ?? 'public') === 'public' &&
  !member.static &&
  !member.name.startsWith('#') &&
  !member.name.startsWith('_');

const lifecycle = new Set([
  ...['connectedCallback', 'disconnectedCallback', 'attributeChangedCallback', 'adoptedCallback'],
  ...['formAssociatedCallback', 'formDisabledCallback', 'formResetCallback'],
  ...['formStateRestoreCallback', 'createRenderRoot', 'performUpdate', 'scheduleUpdate'],
  ...['shouldUpdate', 'willUpdate', 'update', 'render', 'firstUpdated', 'updated', 'styles'],
]);

/** Leaves only what a page may use: no private members, no callbacks that the browser calls. */
const publicMembersOnly = {
  name: 'public-members-only',
  packageLinkPhase({ customElementsManifest }) {
    for (const module of customElementsManifest.modules) {
      module.path = module.path.replace(/^src\//, 'dist/').replace(/\.ts$/, '.js');
      for (const declaration of module.declarations) {
        // the analyzer takes the first argument of any dispatched event for its name
        declaration.events = declaration.events?.filter(({ name }) =>
          name?.startsWith('transcribe-'),
        );
        declaration.members = declaration.members?.filter(
          (member) => isPublic(member) && !lifecycle.has(member.name),
        );
      }
      for (const exported of module.exports) {
        const { declaration } = exported;
        if (declaration.module) {
          declaration.module = declaration.module
            .replace(/^src\//, 'dist/')
            .replace(/\.ts$/, '.js');
        }
      }
    }
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
  plugins: [publicMembersOnly],
};
