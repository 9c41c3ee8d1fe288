import { useCallback, useEffect, useRef, useState } from 'react';
import { UploadFailure, uploadPicture } from './upload-picture.ts';

export type UploadState =
  | { stage: 'idle' }
  /** `share` of the file is sent, 0 to 1. */
  | { stage: 'sending'; share: number }
  | { stage: 'failed'; text: string };

/**
 * Sends one file at a time. What was sent once is not sent again when only posting it failed. A tab that
 * is closed meanwhile asks first.
 */
export function usePictureUpload() {
  const [state, setState] = useState<UploadState>({ stage: 'idle' });
  const stop = useRef<AbortController>(undefined);
  const sent = useRef<{ file: File; id: string }>(undefined);
  const sending = state.stage === 'sending';

  useEffect(() => () => stop.current?.abort(), []);

  useEffect(() => {
    if (!sending) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [sending]);

  const cancel = useCallback(() => {
    stop.current?.abort();
    setState({ stage: 'idle' });
  }, []);

  /** Answers the picture's id; null when it was not sent. */
  const send = useCallback(async (file: File): Promise<string | null> => {
    if (sent.current?.file === file) return sent.current.id;
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    const say = (next: UploadState) => {
      if (!signal.aborted) setState(next);
    };
    say({ stage: 'sending', share: 0 });
    try {
      const id = await uploadPicture(file, {
        signal,
        onProgress: (share) => say({ stage: 'sending', share }),
      });
      if (signal.aborted) return null;
      sent.current = { file, id };
      say({ stage: 'idle' });
      return id;
    } catch (error) {
      say({
        stage: 'failed',
        text: error instanceof UploadFailure ? error.message : String(error),
      });
      return null;
    }
  }, []);

  /** Nothing is said any more of what was sent before. */
  const forget = useCallback(() => setState({ stage: 'idle' }), []);

  /** The server does not have it any more: it is sent anew. */
  const unsend = useCallback(() => {
    sent.current = undefined;
  }, []);

  return { state, send, cancel, forget, unsend };
}
