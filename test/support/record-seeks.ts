/** Records where the audio is sent from now on, in seconds. Its own time has already moved on when an event is handled. */
export const recordSeeks = (audio: HTMLMediaElement): readonly number[] => {
  const { get, set } =
    Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime') ?? {};
  const seeks: number[] = [];
  Object.defineProperty(audio, 'currentTime', {
    configurable: true,
    get: () => get?.call(audio) as number,
    set(seconds: number) {
      seeks.push(seconds);
      set?.call(audio, seconds);
    },
  });
  return seeks;
};
