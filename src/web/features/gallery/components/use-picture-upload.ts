import { useCallback, useEffect, useRef, useState } from 'react';
import { UploadFailure, uploadPicture } from './upload-picture.ts';

export type UploadState =
  | { stage: 'idle' }
  /** `share` is the sent part of the file, 0 to 1. */
  | { stage: 'sending'; share: number }
  | { stage: 'failed'; text: string };

/**
 * Uploads one file at a time. A file that was uploaded is not sent again when only posting it failed. The
 * browser asks before the tab is closed during an upload.
 */
export function usePictureUpload() {
  const [state, setState] = useState<UploadState>({ stage: 'idle' });
  const abortController = useRef<AbortController>(undefined);
  const sent = useRef<{ file: File; id: string }>(undefined);
  const sending = state.stage === 'sending';

  useEffect(() => () => abortController.current?.abort(), []);

  useEffect(() => {
    if (!sending) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onBeforeUnload);
    return () => removeEventListener('beforeunload', onBeforeUnload);
  }, [sending]);

  const cancel = useCallback(() => {
    abortController.current?.abort();
    setState({ stage: 'idle' });
  }, []);

  /** Uploads a file. Returns the id of the picture; null when the upload failed or was cancelled. */
  const send = useCallback(async (file: File): Promise<string | null> => {
    if (sent.current?.file === file) return sent.current.id;
    const controller = new AbortController();
    abortController.current = controller;
    const { signal } = controller;
    const updateState = (next: UploadState) => {
      if (!signal.aborted) setState(next);
    };
    updateState({ stage: 'sending', share: 0 });
    try {
      const id = await uploadPicture(file, {
        signal,
        onProgress: (share) => updateState({ stage: 'sending', share }),
      });
      if (signal.aborted) return null;
      sent.current = { file, id };
      updateState({ stage: 'idle' });
      return id;
    } catch (error) {
      updateState({
        stage: 'failed',
        text: error instanceof UploadFailure ? error.message : String(error),
      });
      return null;
    }
  }, []);

  /** Clears the error of the last upload. */
  const reset = useCallback(() => setState({ stage: 'idle' }), []);

  /** The server has deleted the uploaded file, so that it must be sent again. */
  const discardSent = useCallback(() => {
    sent.current = undefined;
  }, []);

  return { state, send, cancel, reset, discardSent };
}
