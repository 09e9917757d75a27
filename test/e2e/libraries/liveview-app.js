import { Socket } from 'phoenix';
import { LiveSocket } from 'phoenix_live_view';
import 'audio-transcribe';

const Recording = {
  mounted() {
    this.el.addEventListener('transcribe-ready', ({ transcriptionId }) =>
      this.pushEvent('transcribed', { transcriptionId }),
    );
  },
};
new LiveSocket('/live', Socket, { hooks: { Recording } }).connect();
