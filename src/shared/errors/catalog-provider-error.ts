/**
 * Why a games database gave no answer: it could not be reached or was too slow, it limits us, it
 * refuses our key, or what it sent cannot be read.
 */
export type ProviderProblem = 'unavailable' | 'limited' | 'refused' | 'malformed';

/** Thrown by an adapter and caught by the domain, whose code adapters do not import. */
export class CatalogProviderError extends Error {
  readonly trouble: ProviderProblem;
  /** When it said that one may ask again, in milliseconds; null where it said nothing. */
  readonly retryAfterMs: number | null;

  constructor(trouble: ProviderProblem, detail: string, retryAfterMs: number | null = null) {
    super(detail);
    this.name = 'GamesDatabaseFailure';
    this.trouble = trouble;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Recognises a failure by its name: a development server can hold the class twice. */
export function isCatalogProviderError(error: unknown): error is CatalogProviderError {
  return error instanceof Error && error.name === 'GamesDatabaseFailure' && 'trouble' in error;
}
