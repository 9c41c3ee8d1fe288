import type { EntryContext } from 'react-router';
import { readWholeStream } from '../read-whole-stream.ts';

type StreamCache = NonNullable<NonNullable<EntryContext['renderMeta']>['streamCache']>;

/** A stream that has ended. Its chunks are in the cache already. */
const endedStream = () =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.close(),
  });

/** Reads the data of the loaders that the page passes to the browser; null if it passes none. */
export async function readRouteData(entry: EntryContext): Promise<string | null> {
  if (!entry.serverHandoffStream) return null;
  return new TextDecoder().decode(await readWholeStream(entry.serverHandoffStream));
}

/**
 * Gives the router the data of the loaders that were read before the page is rendered. The router renders
 * them by throwing a promise for each chunk of its stream, for which only a streaming renderer can wait. With
 * the chunks in the router's own cache a synchronous renderer works as well, and the data need one `<script>`
 * instead of one for each chunk.
 */
export function withRouteData(entry: EntryContext, data: string | null): EntryContext {
  if (data === null) return entry;
  const streamCache: StreamCache = { 0: loaded(false, data), 1: loaded(true, '') };
  return { ...entry, serverHandoffStream: endedStream(), renderMeta: { streamCache } };
}

function loaded(done: boolean, value: string) {
  return Object.assign(Promise.resolve(), { result: { done, value } });
}
