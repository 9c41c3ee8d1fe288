import { PageCache, type RenderingCaller } from './page-cache.ts';

interface Options {
  freshMs: number;
  staleMs: number;
  maxBytes: number;
}

/** How much memory answers to free text have: they are requested again soon, if at all. */
const freeTextMaxBytes = 2 * 1024 * 1024;

interface CachedRequest {
  key: string;
  /** Whether the client can invent any number of such keys. */
  isFreeText: boolean;
  request: Request;
  render: () => Promise<Response>;
  caller: RenderingCaller;
}

/**
 * Creates a cache of answers for visitors. Answers to free text have a small part of their own, so that
 * clients who invent texts remove no other page from the cache.
 */
export function createVisitorCache(options: Options) {
  const pages = new PageCache(options);
  const answersToFreeText = new PageCache({ ...options, maxBytes: freeTextMaxBytes });
  return {
    respond({ key, isFreeText, request, render, caller }: CachedRequest): Promise<Response> {
      return (isFreeText ? answersToFreeText : pages).respond(key, request, render, caller);
    },
    invalidate(): void {
      pages.invalidate();
      answersToFreeText.invalidate();
    },
  };
}
