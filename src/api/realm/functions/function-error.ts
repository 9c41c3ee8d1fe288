import { ApiError } from '../../lib/api-error.ts';

/** No function has this name. */
export function functionNotFound(name: string): ApiError {
  return new ApiError(404, 'FunctionNotFound', `function not found: '${name}'`);
}

/** The arguments do not match the function. */
export function invalidParameter(message: string): ApiError {
  return new ApiError(400, 'InvalidParameter', message);
}

/** The function was called and failed with an expected error. */
export function executionError(message: string, retryAfterMs?: number): ApiError {
  return new ApiError(400, 'FunctionExecutionError', message, retryAfterMs);
}
