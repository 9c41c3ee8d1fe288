import type { IssuedUploadToken } from '#domain/gallery/uploads/upload-signature.ts';
import { uploadPath } from '#shared/constants/gallery-paths.ts';
import { type AppErrorCode, appErrors } from '#shared/errors/app-error.ts';

/** The path of the signature with which the player may upload for ten minutes. */
export const uploadTokenPath = '/community/camera/pass';

/** An upload error; `message` is the text for the user. */
export class UploadFailure extends Error {}

interface UploadOptions {
  signal: AbortSignal;
  /** `share` is the sent part of the file, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a picture and returns its id, with which it can be posted within an hour. The client of the upload
 * API is loaded here only.
 * @throws UploadFailure
 */
export async function uploadPicture(
  file: File,
  { signal, onProgress }: UploadOptions,
): Promise<string> {
  try {
    const [{ uploadFile }, token] = await Promise.all([
      import('@uploadcare/upload-client'),
      fetchUploadToken(signal),
    ]);
    const sent = await uploadFile(file, {
      publicKey: token.publicKey,
      secureSignature: token.signature,
      secureExpire: token.expire,
      baseURL: token.uploadUrl ?? location.origin + uploadPath,
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

async function fetchUploadToken(signal: AbortSignal): Promise<IssuedUploadToken> {
  const answer = await fetch(uploadTokenPath, { signal });
  // Without a session the server redirects to the login.
  if (answer.redirected) throw failureOf('login-required');
  const token: IssuedUploadToken | { error: string } = await answer.json();
  if ('error' in token) throw new UploadFailure(token.error);
  return token;
}

const failureOf = (code: AppErrorCode) => new UploadFailure(appErrors[code].text);

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
  if (error.code === 'RequestThrottledError') return appErrors['pictures-busy'].text;
  return codesWithUserText.includes(error.code)
    ? error.message
    : 'The picture could not be sent. Please try again.';
}
