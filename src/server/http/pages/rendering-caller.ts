import type { Services } from '#server/bootstrap/services.ts';
import type { RenderingCaller } from './page-cache.ts';

/** The visitors of an IP address. They render in the fair queue, as what is cached can be evaded by inventing keys. */
export function createRenderingCaller(
  { fairQueues }: Pick<Services, 'fairQueues'>,
  address: string,
): RenderingCaller {
  const caller = { actor: null, request: { address } };
  return { name: address, enter: (work) => fairQueues.reads(caller, work) };
}
