import { createContext } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import type { FunctionReference } from '#shared/types/function-reference.ts';
import type { MarkupCache } from './rendering-cache/markup-cache.ts';
import type { RenderedPageCache } from './rendering-cache/rendered-page-cache.ts';

/** The context of this request for use cases; the server sets it. */
export const ctxContext = createContext<Ctx>();

/** The error with which the server could not read the session; null when it could. */
export const failureContext = createContext<{ error: unknown } | null>(null);

/** The error with which a route beside the pages ended, such as a download; null for all other requests. */
export const routeErrorContext = createContext<AppError | null>(null);

/** The nonce of this response's scripts; undefined in development. */
export const nonceContext = createContext<string | undefined>(undefined);

/** A frame with another site. */
export interface PageFrame {
  origin: string;
  /** Whether the page and the frame are isolated from other origins. */
  isIsolated: boolean;
}

/** The frame that the page of this request may show; null for all other pages. */
export const pageFrameContext = createContext<PageFrame | null>(null);

/** The markup that pages share. */
export const markupCacheContext = createContext<MarkupCache>();

/** The pages of players that are reused; null in development. */
export const renderedPagesContext = createContext<RenderedPageCache | null>(null);

/** The functions of the Realm API, for the page `/reference`. */
export const referenceContext = createContext<readonly FunctionReference[]>();

/**
 * The HTML that this request rendered; null if it rendered none. The server sends it from here, because
 * reading it from the body of a `Response` costs several times as much.
 */
export const htmlContext = createContext<string | null>(null);
