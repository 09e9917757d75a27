import * as Dialog from '@radix-ui/react-dialog';

// Radix hears Escape before the element does.
const keepEscape = (event) => {
  if (event.target.closest('audio-transcribe')) event.preventDefault();
};

export const RecordingDialog = () => (
  <Dialog.Root>
    <Dialog.Trigger>Open</Dialog.Trigger>
    <Dialog.Portal>
      <Dialog.Overlay />
      <Dialog.Content aria-describedby={undefined} onEscapeKeyDown={keepEscape}>
        <Dialog.Title>A recording</Dialog.Title>
        <audio-transcribe
          name="recording"
          service-url="https://service.example"
          backend-url="/api/transcribe"
        />
        <Dialog.Close>Close</Dialog.Close>
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);
