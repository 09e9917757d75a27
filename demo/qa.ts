/** The QA console: the element under test, and the sandbox behind it. */
import '../src/index.js';
import type { AudioTranscribe } from '../src/index.js';
import type { DemoSettings } from './backend.js';
import { startFaultBar } from './faults/bar.js';
import { startConsole } from './qa/console.js';
import { startFiles } from './qa/files/files.js';
import { connectPanes } from './qa/panes.js';
import { createSandboxClient } from './qa/sandbox-client.js';
import { startScenarios } from './qa/scenarios/scenarios.js';
import { connectSubject } from './qa/subject.js';
import { find } from './sales/tabs.js';
import { loadSample, showSamples, type Sample } from './sample-buttons.js';

const element = find<AudioTranscribe>('#transcribe');
const panes = connectPanes();
const shown = connectSubject(element, find('#frame'), find('#environment'));

const say = (text: string): void => {
  find('#notice').textContent = text;
};

const pick = (sample: Sample): void =>
  void loadSample(sample, 'samples').then(
    (file) => element.selectFile(file),
    () => say('The recording could not be loaded. Reload the page and try again.'),
  );

const start = async (): Promise<void> => {
  const settings = (await (await fetch('/settings.json')).json()) as DemoSettings;
  element.serviceUrl = settings.serviceUrl;
  element.backendUrl = settings.backendUrl;
  showSamples(find('#samples'), element, pick);
  const isSandbox = settings.target === 'sandbox';
  find('#target').textContent = isSandbox ? 'Talking to the sandbox' : 'Talking to the service';
  startFaultBar({ place: find('#fault-bar'), console: null, isAbovePage: false });
  if (isSandbox) {
    startScenarios(find('#scenarios'), element, createSandboxClient());
    startFiles(find('#files'), (file) => element.selectFile(file));
    startConsole({
      strip: find('#strip'),
      faults: find('#faults'),
      tasks: find('#tasks'),
      log: find('#log'),
      live: element,
      element: shown,
      showLog: () => panes.show('requests'),
    });
  } else {
    document.body.classList.add('without-sandbox');
    panes.show('subject');
    say(
      'There is no sandbox behind this page: it talks to the real service, which cannot be told to misbehave and shows no log. Start the demo without SERVICE_URL to have one.',
    );
  }
};

start().catch(() => say('The demo’s backend does not answer. Start it with “npm start”.'));
