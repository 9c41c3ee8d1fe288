import { iterateWalletEntries } from '#domain/wallet/list-wallet-entries.ts';
import { formatDecimal } from '#shared/format/money.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { describeWalletEntry } from '../components/describe-wallet-entry.ts';
import type { Route } from './+types/wallet-csv';

/** Quotes a text for CSV. A prefix keeps spreadsheets from running it as a formula. */
function quoteCell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${escaped.replaceAll('"', '""')}"`;
}

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
    const rows = lines();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await rows.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await rows.return();
      },
    });
    return new Response(body, {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="guildhall-wallet-${actor.username}.csv"`,
      },
    });
  });
}
