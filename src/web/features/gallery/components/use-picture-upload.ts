import { useCallback, useEffect, useRef, useState } from 'react';
import type { IssuedUploadToken } from '#domain/gallery/uploads/upload-token.ts';
import { uploadApiPath } from '#shared/constants/gallery/gallery-paths.ts';
import { accessErrors } from '#shared/errors/access.ts';
import { galleryErrors } from '#shared/errors/gallery.ts';
import { useLeaveWarning } from '#web/lib/use-leave-warning.ts';

export type UploadState =
  | { stage: 'idle' }
  /** `share` is the sent part of the file, 0 to 1. */
  | { stage: 'sending'; share: number }
  | { stage: 'failed'; text: string };

/**
 * Uploads one file at a time, with the token that came with the page (`issued`). A file that was uploaded is not sent
 * again when only posting it failed. The browser asks before the tab is closed during an upload.
 */
export function usePictureUpload(issued: IssuedUploadToken | null) {
  const [state, setState] = useState<UploadState>({ stage: 'idle' });
  const abortController = useRef<AbortController>(undefined);
  // A second attempt gets a token of its own, because this one may be why the first failed.
  const unused = useRef(issued);
  const sent = useRef<{ file: File; id: string }>(undefined);

  useEffect(() => () => abortController.current?.abort(), []);

  useLeaveWarning(state.stage === 'sending');

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
    const token = unused.current;
    unused.current = null;
    updateState({ stage: 'sending', share: 0 });
    try {
      const id = await uploadPicture(file, {
        ...{ issued: token, signal },
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

/** The path of another token, when that of the page has expired. */
const uploadTokenPath = '/community/camera/pass';

/** An upload error; `message` is the text for the user. */
class UploadFailure extends Error {}

interface UploadOptions {
  /** The token that came with the page; null if it came without one. */
  issued: IssuedUploadToken | null;
  signal: AbortSignal;
  /** `share` is the sent part of the file, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a picture and returns its id, with which it can be posted within an hour. The client of the upload
 * API is loaded here only.
 * @throws UploadFailure
 */
async function uploadPicture(
  file: File,
  { issued, signal, onProgress }: UploadOptions,
): Promise<string> {
  try {
    const [{ uploadFile }, token] = await Promise.all([
      import('@uploadcare/upload-client'),
      issued && isValid(issued) ? issued : fetchUploadToken(signal),
    ]);
    const sent = await uploadFile(file, {
      publicKey: token.publicKey,
      secureSignature: token.signature,
      secureExpire: token.expire,
      baseURL: token.uploadUrl ?? location.origin + uploadApiPath,
      metadata: token.metadata,
      fileName: file.name,
      contentType: file.type || 'application/octet-stream',
      // The picture becomes visible when it is posted with its caption.
      store: false,
      signal,
      onProgress: (progress) => onProgress(progress.isComputable ? progress.value : 0),
    });
    return sent.uuid;
  } catch (error) {
    throw error instanceof UploadFailure ? error : new UploadFailure(textOf(error));
  }
}

/** Whether an upload can begin with a token. The clock of the browser may be a little wrong. */
function isValid({ expire }: IssuedUploadToken): boolean {
  return Number(expire) * 1000 > Date.now() + 60_000;
}

async function fetchUploadToken(signal: AbortSignal): Promise<IssuedUploadToken> {
  const answer = await fetch(uploadTokenPath, { signal });
  // Without a session the server redirects to the login.
  if (answer.redirected) throw new UploadFailure(accessErrors['login-required'].text);
  const token: IssuedUploadToken | { error: string } = await answer.json();
  if ('error' in token) throw new UploadFailure(token.error);
  return token;
}

/** The error codes for which the server's text is meant for users; other texts are for developers. */
const codesWithUserText: readonly unknown[] = [
  'UploadFailedError',
  'FileTypeForbiddenError',
  'FileSizeLimitExceededError',
  'AccountLimitsExceededError',
];

/** Returns the text for the user: the server's text about the picture, or a text about the connection. */
function textOf(error: unknown): string {
  const isServerError = error instanceof Error && error.name === 'UploadError' && 'code' in error;
  if (!isServerError)
    return 'The picture could not be sent. Look whether you are online, and try again.';
  if (error.code === 'RequestThrottledError') return galleryErrors['pictures-busy'].text;
  return codesWithUserText.includes(error.code)
    ? error.message
    : 'The picture could not be sent. Please try again.';
}
