import { createContext } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import type { FunctionReference } from '#shared/schemas/function-reference.ts';

/** The use cases' context of this request, put there by the server. */
export const ctxContext = createContext<Ctx>();

/** Why the server could not find out who asks; null when it could. */
export const failureContext = createContext<{ error: unknown } | null>(null);

/** The nonce of this response's scripts; undefined in development. */
export const nonceContext = createContext<string | undefined>(undefined);

/** What the functions that programs call are, for the page that tells of them. */
export const referenceContext = createContext<readonly FunctionReference[]>();
