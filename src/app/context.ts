import { createContext } from 'react-router';
import type { Ctx } from '#domain/context.ts';

/** The use cases' context of this request, put there by the server. */
export const ctxContext = createContext<Ctx>();

/** The nonce of this response's scripts; undefined where the page is cached and scripts are hashed. */
export const nonceContext = createContext<string | undefined>(undefined);
