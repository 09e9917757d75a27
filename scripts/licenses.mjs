import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

/** Helper functions that the bundler adds, with names that are not paths. */
const BUNDLER_MODULE = /^\0(?:rolldown\/|@oxc-project\+runtime@)/;

/** The folder of the installed package that contains a file; null for a file of this repository. */
function packageFolder(file) {
  const [, folder] =
    /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/')) ?? [];
  return folder ?? null;
}

/** The path of a file as named by a bundler. */
function inputPath(input, root) {
  if (BUNDLER_MODULE.test(input)) return join(root, 'node_modules/rolldown/runtime.js');
  if (input.startsWith('\0'))
    throw new Error(`${input.slice(1)} is bundled: who owns it is not known.`);
  return resolve(root, input.replace(/[?#].*$/, ''));
}

const readPackage = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function licenseText(folder) {
  const name = readdirSync(folder).find((file) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(file));
  return name && readFileSync(join(folder, name), 'utf8').trim();
}

/** The folder of a package as another package resolves it; null for types, which are never bundled. */
function dependencyFolder(name, from) {
  if (name.startsWith('@types/')) return null;
  const paths = createRequire(join(from, 'package.json')).resolve.paths(name) ?? [];
  return paths.map((path) => join(path, name)).find((path) => existsSync(path)) ?? null;
}

/** A package and its dependencies, because some packages publish files that already contain their dependencies. */
function withDependencies(folder, found = new Set()) {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const name of Object.keys(readPackage(folder).dependencies ?? {})) {
    const dependency = dependencyFolder(name, folder);
    if (dependency !== null) withDependencies(dependency, found);
  }
  return found;
}

/** Notices in the code about third-party parts. Plain names of licences are left out. */
function noticesIn(file) {
  if (!existsSync(file)) return [];
  const comments = readFileSync(file, 'utf8').match(/\/\*[*!][\s\S]*?\*\//g) ?? [];
  return comments
    .filter((comment) => /@license|@preserve|^\/\*!/.test(comment))
    .map((comment) => comment.replace(/^\/\*[*!]|\*\/$|^[ \t]*\*[ \t]?/gm, '').trim())
    .filter((notice) => !/SPDX-License-Identifier/.test(notice));
}

/** The version of libavcodec in a compiled encoder. */
function versionOfLibavcodec(folder) {
  const code = readFileSync(join(folder, 'dist/modules/build/aac.js'), 'utf8');
  const [, version] = /Lavc(\d+\.\d+\.\d+)/.exec(code) ?? [];
  if (!version) throw new Error('The AAC encoder no longer names the version of libavcodec.');
  return version;
}

/** Parts of packages in compiled form that their licence files do not name. */
const COMPILED_PARTS = {
  '@mediabunny/aac-encoder': {
    name: 'libavcodec',
    version: versionOfLibavcodec,
    license: 'LGPL-2.1-or-later',
    notice: (folder, version) =>
      [
        `audio-transcribe.aac.js contains libavcodec ${versionOfLibavcodec(folder)} and its libavutil, from FFmpeg, in WebAssembly.`,
        'Copyright (c) the FFmpeg developers. FFmpeg is free software under the GNU Lesser General Public License,',
        'version 2.1 or later, whose text follows. It comes without any warranty. No part of FFmpeg under the GPL is in it.',
        '',
        'Source code of FFmpeg: https://git.ffmpeg.org/ffmpeg.git. libavcodec/version.h and version_major.h name the version.',
        `Source code of the part that calls it (src/bridge.c), and how both are compiled (README.md):`,
        `https://www.npmjs.com/package/@mediabunny/aac-encoder/v/${version}`,
        '',
        'FFmpeg is in no other file. You may replace audio-transcribe.aac.js by one with a version of FFmpeg that you have',
        'changed, and you may reverse engineer it to find errors in such a change. The scripts in dist/cdn run only a file',
        'whose SHA-384 they contain: in these scripts, replace the one that integrity.json has by that of your file, in base64.',
        '',
        readFileSync(new URL('licenses/LGPL-2.1.txt', import.meta.url), 'utf8').trim(),
      ].join('\n'),
  },
};

/** The folders of all packages that are bundled, with their dependencies. */
function bundledFolders(inputs, root) {
  const files = [...inputs].map((input) => inputPath(input, root));
  const bundled = files.map(packageFolder).filter((folder) => folder !== null);
  const folders = new Set(bundled.flatMap((folder) => [...withDependencies(folder)]));
  return { files, folders: [...folders] };
}

/**
 * All bundled packages, and what some of them contain in compiled form.
 * @param {Iterable<string>} inputs the files that a bundler read, with the names it gives them
 * @param {string} root the folder of relative names
 * @returns {{ name: string, version: string, license: string, partOf: string | null }[]} `partOf`: the package that contains it
 */
export function bundledPackages(inputs, root) {
  return bundledFolders(inputs, root).folders.flatMap((folder) => {
    const { name, version, license } = readPackage(folder);
    const compiled = COMPILED_PARTS[name];
    return [
      { name, version, license, partOf: null },
      ...(compiled
        ? [
            {
              ...{ name: compiled.name, version: compiled.version(folder) },
              ...{ license: compiled.license, partOf: name },
            },
          ]
        : []),
    ];
  });
}

/**
 * The licence of a package with these bundled files, as an SPDX expression.
 * @param {Iterable<string>} inputs the files that a bundler read, with the names it gives them
 * @param {string} root the folder of relative names
 * @param {string} own the licence of the package's own code
 * @returns {string}
 */
export function licenseExpression(inputs, root, own) {
  const licenses = bundledPackages(inputs, root).map(({ license }) =>
    license.replace(/^\((.*)\)$/, '$1'),
  );
  const others = [...new Set(licenses)].filter((license) => license !== own).sort();
  const parts = others.map((license) => (/ OR /.test(license) ? `(${license})` : license));
  return [own, ...parts].join(' AND ');
}

/**
 * The licences of all bundled packages.
 * @param {Iterable<string>} inputs the files that a bundler read, with the names it gives them
 * @param {string} root the folder of relative names
 * @returns {string} their texts; throws if a bundled package has no licence file
 */
export function thirdPartyLicenses(inputs, root) {
  const { files, folders } = bundledFolders(inputs, root);
  const sections = folders.map((folder) => {
    const { name, version, license } = readPackage(folder);
    const own = files.filter((file) => packageFolder(file) === folder);
    const text = licenseText(folder) ?? (own.length === 0 && 'The package has no licence file.');
    if (!text) throw new Error(`${name}@${version} is bundled, but has no licence file.`);
    const notices = [...new Set(own.flatMap(noticesIn))];
    // The MPL requires the address of the source code.
    const source = `Source code: https://www.npmjs.com/package/${name}/v/${version}`;
    const sources = /^MPL/.test(license) ? [source] : [];
    const compiled = COMPILED_PARTS[name]?.notice(folder, version) ?? [];
    const parts = [`${name}@${version} (${license})`, ...sources, text, ...notices, compiled];
    return parts.flat().join('\n\n');
  });
  const line = '-'.repeat(80);
  const intro =
    'Some files of this package contain code of the packages below, under these licences.';
  return `${[intro, ...new Set(sections.sort())].join(`\n\n${line}\n\n`)}\n`;
}
