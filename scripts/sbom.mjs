import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from './licenses.mjs';

const purlOf = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

const componentOf = ({ name, version, license, partOf }) => {
  const [, group, short = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  // What a package contains in compiled form is not in a registry.
  const purl = partOf === null ? purlOf(name, version) : `pkg:generic/${name}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    ...(group === undefined ? {} : { group }),
    name: short,
    version,
    licenses: [
      / (?:AND|OR) /.test(license) ? { expression: license } : { license: { id: license } },
    ],
    purl,
  };
};

/**
 * The list of all packages whose code is in the files of `dist`, in CycloneDX 1.6. Without a time and a serial number, so that
 * the same source gives the same bytes.
 * @param {Iterable<string>} inputs the files that bundlers read, with the names they give them
 * @param {string} root the folder of relative names
 * @returns {string} JSON
 */
export function sbom(inputs, root) {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packages = bundledPackages(inputs, root);
  const found = packages.map(componentOf);
  const components = [...new Map(found.map((it) => [it.purl, it])).values()].sort((one, other) =>
    one.purl < other.purl ? -1 : 1,
  );
  const component = componentOf({ name, version, license, partOf: null });
  const bom = {
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    metadata: { component },
    components,
    dependencies: [{ ref: component.purl, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}
