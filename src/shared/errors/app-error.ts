import { accessErrors } from './access.ts';
import { accountErrors } from './accounts.ts';
import { administrationErrors } from './administration.ts';
import { catalogErrors } from './catalog.ts';
import { chatErrors } from './chat.ts';
import { codeErrors } from './codes.ts';
import { collectionErrors } from './collections.ts';
import { commentErrors } from './comments.ts';
import { discussionErrors } from './discussions.ts';
import { downloadErrors } from './downloads.ts';
import { fileRestApiErrors } from './file-rest-api.ts';
import { friendErrors } from './friends.ts';
import { galleryErrors } from './gallery.ts';
import { gameplayErrors } from './gameplay.ts';
import { groupErrors } from './groups.ts';
import { requestErrors } from './http-requests.ts';
import { marketErrors } from './market.ts';
import { moderationErrors } from './moderation.ts';
import { tradeErrors } from './trades.ts';
import { walletErrors } from './wallet.ts';
import { wishlistErrors } from './wishlist.ts';

/**
 * The closed list of expected errors, with the HTTP status and the text of each. Its texts are 30 KB, so what runs in
 * browsers imports the list of one subject instead.
 */
export const appErrors = {
  ...requestErrors,
  ...accessErrors,
  ...accountErrors,
  ...catalogErrors,
  ...walletErrors,
  ...codeErrors,
  ...gameplayErrors,
  ...marketErrors,
  ...collectionErrors,
  ...wishlistErrors,
  ...tradeErrors,
  ...friendErrors,
  ...groupErrors,
  ...commentErrors,
  ...discussionErrors,
  ...chatErrors,
  ...downloadErrors,
  ...galleryErrors,
  ...fileRestApiErrors,
  ...moderationErrors,
  ...administrationErrors,
} as const;

export type AppErrorCode = keyof typeof appErrors;

export interface AppErrorDetails {
  /** What is wrong with each input field, by the field's name. */
  fields?: Record<string, string>;
  /** After how many milliseconds a retry can succeed. */
  retryAfterMs?: number;
  /** A more exact text that replaces the general one. */
  text?: string;
  /** Which of the reasons of a code it is, for a page that shows the text later. */
  reason?: string;
}

/** An expected error. Throwing it inside a transaction rolls the transaction back. */
export class AppError extends Error {
  readonly code: AppErrorCode;
  readonly status: number;
  readonly details: AppErrorDetails;

  constructor(code: AppErrorCode, details: AppErrorDetails = {}) {
    super(details.text ?? appErrors[code].text);
    this.name = 'AppError';
    this.code = code;
    this.status = appErrors[code].status;
    this.details = details;
  }
}

/** The first invalid field of bad input and its text; null for other errors. */
export function findFieldError({
  code,
  details,
}: AppError): { field: string; text: string } | null {
  const [first] = code === 'bad-input' ? Object.entries(details.fields ?? {}) : [];
  return first ? { field: first[0], text: first[1] } : null;
}

/** Recognises an AppError by name and code: a development server can load the class twice. */
export function isAppError(error: unknown): error is AppError {
  return (
    error instanceof Error &&
    error.name === 'AppError' &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code in appErrors
  );
}
