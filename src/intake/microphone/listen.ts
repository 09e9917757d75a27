/** Delivers the samples of an audio graph to the page. */

/** Samples per message: 43 ms at 48 kHz. */
const BATCH = 2048;

/** An audio worklet that mixes its input to one channel. It runs outside the page, so a busy page loses no sound. */
const WORKLET = `
registerProcessor('audio-transcribe-listener', class extends AudioWorkletProcessor {
  batch = new Float32Array(${BATCH});
  filled = 0;
  process([channels]) {
    const count = channels.length;
    for (let i = 0; count > 0 && i < channels[0].length; i++) {
      let sum = 0;
      for (let c = 0; c < count; c++) sum += channels[c][i];
      this.batch[this.filled++] = sum / count;
      if (this.filled === ${BATCH}) {
        this.port.postMessage(this.batch, [this.batch.buffer]);
        this.batch = new Float32Array(${BATCH});
        this.filled = 0;
      }
    }
    return true;
  }
});
`;

type OnSamples = (samples: Float32Array) => void;

const workletNode = async (context: BaseAudioContext, onSamples: OnSamples): Promise<AudioNode> => {
  const url = URL.createObjectURL(new Blob([WORKLET], { type: 'text/javascript' }));
  try {
    await context.audioWorklet.addModule(url);
  } finally {
    URL.revokeObjectURL(url);
  }
  const node = new AudioWorkletNode(context, 'audio-transcribe-listener');
  node.port.onmessage = ({ data }: MessageEvent<Float32Array>) => onSamples(data);
  return node;
};

/** Deprecated, but the only way to get samples without loading a script. */
const scriptNode = (context: BaseAudioContext, onSamples: OnSamples): AudioNode => {
  const node = context.createScriptProcessor(4096, 1, 1);
  node.onaudioprocess = ({ inputBuffer }) => onSamples(inputBuffer.getChannelData(0).slice());
  return node;
};

/** The node to connect sources to. Its own output is silent. */
export const createListener = async (
  context: BaseAudioContext,
  onSamples: OnSamples,
): Promise<AudioNode> => {
  // The page's Content Security Policy may forbid `blob:`, which a worklet needs.
  const node = await workletNode(context, onSamples).catch(() => scriptNode(context, onSamples));
  // Some browsers run only what is connected to the output.
  node.connect(context.destination);
  return node;
};
