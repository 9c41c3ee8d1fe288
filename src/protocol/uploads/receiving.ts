import { upload as limits } from '#shared/limits.ts';
import { Refusal } from '#shared/refusals.ts';

/**
 * Whole files under way on this node, so many at once and so many of them from one address: who sends
 * one is known at its end, and a slow one can take half an hour.
 */
export function createReceiving() {
  let all = 0;
  const byAddress = new Map<string, number>();

  return {
    /** Does `work` in one of the places. @throws Refusal `pictures-busy` where none is left. */
    async enter<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
      const here = byAddress.get(address) ?? 0;
      if (all >= limits.receivingMax || here >= limits.receivingPerAddress) {
        throw new Refusal('pictures-busy', { retryAfterMs: limits.retryMs });
      }
      all += 1;
      byAddress.set(address, here + 1);
      try {
        return await work();
      } finally {
        all -= 1;
        const left = (byAddress.get(address) ?? 1) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      }
    },
  };
}
