import { NetworkError } from '../connection/network-errors.ts';

interface SendOptions {
  signal: AbortSignal;
  /** `share` is the sent part of the form, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Sends a form and tells how much of it was sent, which `fetch` cannot. `body` is null if the answer is no JSON.
 * @throws NetworkError, and the reason of `signal`.
 */
export function sendWithProgress(
  path: string,
  form: FormData,
  { signal, onProgress }: SendOptions,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open('POST', path);
    sending.setRequestHeader('Accept', 'application/json');
    sending.responseType = 'json';
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sending.onload = () => resolve({ status: sending.status, body: sending.response });
    sending.onerror = () => reject(new NetworkError());
    sending.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => sending.abort());
    onProgress(0);
    sending.send(form);
  });
}
