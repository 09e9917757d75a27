/** Why the microphone cannot be used. */
export type MicrophoneProblem =
  /** The page is not served over HTTPS. */
  | 'insecure'
  /** The browser cannot record. */
  | 'unsupported'
  /** The user has blocked the microphone for this page. */
  | 'blocked'
  /** The user closed the browser's question. */
  | 'dismissed'
  /** The page around this one does not allow the microphone (Permissions Policy). */
  | 'embedded'
  /** The operating system does not allow the browser to record. */
  | 'system'
  | 'none-found'
  /** Another application uses the microphone, or it does not start. */
  | 'busy';

/** Chromium's way to ask whether the Permissions Policy allows something. */
interface PolicyDocument {
  readonly featurePolicy?: { allowsFeature(name: string): boolean };
}

/** The user's decision for this page. `prompt` if the browser asks, or does not tell. */
export const microphonePermission = async (): Promise<PermissionState> => {
  try {
    return (await navigator.permissions.query({ name: 'microphone' })).state;
  } catch {
    return 'prompt';
  }
};

/** Null if the browser can try to record. */
export const problemOfPage = (): MicrophoneProblem | null => {
  if (!isSecureContext) return 'insecure';
  const { mediaDevices } = navigator as { readonly mediaDevices?: MediaDevices };
  if (mediaDevices === undefined || typeof AudioContext === 'undefined') return 'unsupported';
  return null;
};

/** Why `getUserMedia()` has rejected. `permission` is the state after that. */
export const problemOf = (
  error: unknown,
  permission: PermissionState,
  isPolicyOff: boolean,
): MicrophoneProblem => {
  const { name, message } = error instanceof Error ? error : new Error();
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      if (isPolicyOff) return 'embedded';
      if (/system/i.test(message)) return 'system';
      return permission === 'denied' ? 'blocked' : 'dismissed';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'none-found';
    default:
      return 'busy';
  }
};

/** True if the page around this frame does not allow the microphone. */
export const isPolicyOff = (): boolean =>
  (document as PolicyDocument).featurePolicy?.allowsFeature('microphone') === false;
