import { useCallback, useEffect, useRef, useState } from 'react';
import { appErrors } from '#shared/errors/app-error.ts';

export type DownloadUpload =
  | { stage: 'idle' }
  /** `share` is the sent part of the file, 0 to 1. */
  | { stage: 'sending'; share: number }
  | { stage: 'failed'; text: string; fields: Record<string, string> };

/** The JSON that the server sends. */
interface UploadAnswer {
  error?: { message: string; fields: Record<string, string> };
}

/**
 * Sends a form with a file, one at a time, and shows how much of it was sent, which `fetch` cannot tell. The browser
 * asks before the tab is closed meanwhile. `onSent` runs when the server has stored the file.
 */
export function useDownloadUpload(onSent: () => void) {
  const [state, setState] = useState<DownloadUpload>({ stage: 'idle' });
  const running = useRef<XMLHttpRequest>(undefined);
  const isSending = state.stage === 'sending';

  useEffect(() => () => running.current?.abort(), []);

  useEffect(() => {
    if (!isSending) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onBeforeUnload);
    return () => removeEventListener('beforeunload', onBeforeUnload);
  }, [isSending]);

  const fail = useCallback(
    (text: string, fields: Record<string, string> = {}) =>
      setState({ stage: 'failed', text, fields }),
    [],
  );

  const send = useCallback(
    (form: HTMLFormElement) => {
      const request = new XMLHttpRequest();
      running.current?.abort();
      running.current = request;
      request.open('POST', form.action);
      request.setRequestHeader('Accept', 'application/json');
      request.responseType = 'json';
      request.upload.onprogress = ({ loaded, total }) =>
        setState({ stage: 'sending', share: total > 0 ? loaded / total : 0 });
      request.onload = () => {
        const { error }: UploadAnswer = request.response ?? {};
        if (request.status === 200) {
          setState({ stage: 'idle' });
          onSent();
        } else if (error) fail(error.message, error.fields);
        else fail(appErrors['download-failed'].text);
      };
      request.onerror = () => fail(appErrors['download-cut'].text);
      request.onabort = () => setState({ stage: 'idle' });
      setState({ stage: 'sending', share: 0 });
      request.send(new FormData(form));
    },
    [fail, onSent],
  );

  const cancel = useCallback(() => running.current?.abort(), []);
  return { state, send, cancel, fail };
}
