/**
 * Why a catalog provider gave no answer: it could not be reached or was too slow, it limits our calls,
 * it rejects our key, or its answer cannot be parsed.
 */
export type ProviderProblem = 'unavailable' | 'limited' | 'refused' | 'malformed';

/** Thrown by integrations and caught by the domain. It is declared here because neither may import the other. */
export class CatalogProviderError extends Error {
  readonly problem: ProviderProblem;
  /** When the provider allows a retry, in milliseconds; null if it did not say. */
  readonly retryAfterMs: number | null;

  constructor(problem: ProviderProblem, detail: string, retryAfterMs: number | null = null) {
    super(detail);
    this.name = 'CatalogProviderError';
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Recognises the error by its name: a development server can load the class twice. */
export function isCatalogProviderError(error: unknown): error is CatalogProviderError {
  return error instanceof Error && error.name === 'CatalogProviderError' && 'problem' in error;
}
