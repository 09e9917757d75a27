/** The attributes in custom-elements.json. test/e2e/parts.spec.ts checks its CSS parts and properties. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

interface Named {
  readonly name: string;
}

interface Declaration extends Named {
  readonly tagName?: string;
  readonly members?: readonly (Named & { readonly static?: boolean })[];
  readonly attributes?: readonly Named[];
}

const manifest = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8')) as {
  readonly modules: readonly { readonly declarations: readonly Declaration[] }[];
};
const found = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'audio-transcribe');
assert.ok(found);
const element: Declaration = found;

const names = (list: readonly Named[] = []): readonly string[] =>
  list.map(({ name }) => name).sort();

test('manifest: lists every attribute', () => {
  assert.deepEqual(names(element.attributes), [
    'audio-src',
    'backend-url',
    'decode-silence',
    'detection-level',
    'diarization',
    'disabled',
    'file-url',
    'language',
    'manual-start',
    'max-duration',
    'max-size',
    'model',
    'name',
    'no-resume',
    'readonly',
    'required',
    'resume-scope',
    'return-embedding',
    'service-url',
    'state',
    'transcription-id',
    'worker-url',
  ]);
});

test('manifest: lists only the public static methods among static members', () => {
  assert.deepEqual(names(element.members?.filter((member) => member.static)), ['forgetStored']);
});
