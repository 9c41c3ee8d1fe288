import { uploadPath } from '#shared/constants/gallery-paths.ts';
import { type AppErrorCode, appErrors } from '#shared/errors/app-error.ts';

/** Where the signature comes from that lets this player upload, for a few minutes. */
export const uploadTokenPath = '/community/camera/pass';

interface Pass {
  publicKey: string;
  signature: string;
  expire: string;
  /** Where a hosted service takes it; null for our own wire. */
  uploadUrl: string | null;
  metadata: Record<string, string>;
}

/** Why a picture was not sent, in words for its sender. */
export class UploadFailure extends Error {}

interface Sending {
  signal: AbortSignal;
  /** Of the file, 0 to 1. */
  onProgress: (share: number) => void;
}

/**
 * Uploads a picture and answers its id, under which it can be posted within an hour. The client of the
 * upload wire is loaded here and nowhere else.
 * @throws SendFailure
 */
export async function uploadPicture(file: File, { signal, onProgress }: Sending): Promise<string> {
  try {
    const [{ uploadFile }, pass] = await Promise.all([
      import('@uploadcare/upload-client'),
      askForPass(signal),
    ]);
    const sent = await uploadFile(file, {
      publicKey: pass.publicKey,
      secureSignature: pass.signature,
      secureExpire: pass.expire,
      baseURL: pass.uploadUrl ?? location.origin + uploadPath,
      metadata: pass.metadata,
      fileName: file.name,
      contentType: file.type || 'application/octet-stream',
      // It is posted with its caption, and not before.
      store: false,
      signal,
      onProgress: (progress) => onProgress(progress.isComputable ? progress.value : 0),
    });
    return sent.uuid;
  } catch (error) {
    throw error instanceof UploadFailure ? error : new UploadFailure(textOf(error));
  }
}

async function askForPass(signal: AbortSignal): Promise<Pass> {
  const answer = await fetch(uploadTokenPath, { signal });
  // Whose session has ended is led to the login.
  if (answer.redirected) throw failureOf('login-required');
  const pass: Pass | { refusal: string } = await answer.json();
  if ('refusal' in pass) throw new UploadFailure(pass.refusal);
  return pass;
}

const failureOf = (code: AppErrorCode) => new UploadFailure(appErrors[code].text);

/** The codes under which the server says in our own words what is wrong; the others are its clients'. */
const ours: readonly unknown[] = [
  'UploadFailedError',
  'FileTypeForbiddenError',
  'FileSizeLimitExceededError',
  'AccountLimitsExceededError',
];

/** What the server says of a picture is for its sender; what else went wrong is the way to it. */
function textOf(error: unknown): string {
  const told = error instanceof Error && error.name === 'UploadError' && 'code' in error;
  if (!told) return 'The picture could not be sent. Look whether you are online, and try again.';
  if (error.code === 'RequestThrottledError') return appErrors['pictures-busy'].text;
  return ours.includes(error.code)
    ? error.message
    : 'The picture could not be sent. Please try again.';
}
