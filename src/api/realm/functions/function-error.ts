/** A call that cannot be made or was refused, as the wire says it. */
export class FunctionError extends Error {
  readonly status: number;
  readonly code: 'FunctionNotFound' | 'InvalidParameter' | 'FunctionExecutionError';
  /** When to try again, where that is known. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, code: FunctionError['code'], message: string, retryAfterMs?: number) {
    super(message);
    this.retryAfterMs = retryAfterMs;
    this.name = 'FunctionFault';
    this.status = status;
    this.code = code;
  }
}

export function functionNotFound(name: string): FunctionError {
  return new FunctionError(404, 'FunctionNotFound', `function not found: '${name}'`);
}

/** What was sent is not what the function takes. */
export function invalidParameter(message: string): FunctionError {
  return new FunctionError(400, 'InvalidParameter', message);
}

/** The function was called and said no. */
export function executionError(message: string, retryAfterMs?: number): FunctionError {
  return new FunctionError(400, 'FunctionExecutionError', message, retryAfterMs);
}
