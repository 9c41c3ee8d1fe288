import { iterateWalletEntries } from '#domain/wallet/list-wallet-entries.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { streamCsv } from '#web/lib/stream-csv.ts';
import { describeWalletEntry } from '../components/describe-wallet-entry.ts';
import type { Route } from './+types/wallet-csv';

/** All entries of the actor's wallet as CSV, streamed in batches. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor) => {
    async function* rows() {
      for await (const entry of iterateWalletEntries(ctx)) {
        const { createdAt, amount, balanceAfter } = entry;
        yield [createdAt, describeWalletEntry(entry), amount / 100, balanceAfter / 100];
      }
    }
    return streamCsv(rows(), {
      fileName: `guildhall-wallet-${actor.username}.csv`,
      header: ['Date', 'What for', 'Amount', 'Balance after'],
      decimals: 2,
    });
  });
}
