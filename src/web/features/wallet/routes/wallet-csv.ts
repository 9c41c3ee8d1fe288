import { iterateWalletEntries } from '#domain/wallet/list-wallet-entries.ts';
import { formatDecimal } from '#shared/format/money.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { quoteCell, streamCsv } from '#web/lib/stream-csv.ts';
import { describeWalletEntry } from '../components/describe-wallet-entry.ts';
import type { Route } from './+types/wallet-csv';

/** All entries of the actor's wallet as CSV, streamed in batches. */
export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor) => {
    async function* lines(): AsyncGenerator<string, void> {
      yield 'Date,What for,Amount,Balance after\r\n';
      for await (const entry of iterateWalletEntries(ctx)) {
        const { createdAt, amount, balanceAfter } = entry;
        yield `${[
          createdAt.toISOString(),
          quoteCell(describeWalletEntry(entry)),
          formatDecimal(amount),
          formatDecimal(balanceAfter),
        ].join(',')}\r\n`;
      }
    }
    return streamCsv(lines(), `guildhall-wallet-${actor.username}.csv`);
  });
}
