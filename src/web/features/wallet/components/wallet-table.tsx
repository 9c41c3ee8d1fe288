import type { WalletEntry } from '#domain/wallet/list-wallet-entries.ts';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { describeWalletEntry } from './describe-wallet-entry.ts';

const headings = ['Date', 'What for', { right: 'Amount' }, { right: 'Balance after' }];

interface WalletTableProps {
  entries: WalletEntry[];
}

/** The entries of a wallet: a table, which phones show as rows of two lines. */
export function WalletTable({ entries }: WalletTableProps) {
  return (
    <DataTable from="sm" headings={headings}>
      {entries.map((entry) => (
        <tr
          key={entry.id}
          className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-y-1 max-sm:px-5 max-sm:py-4"
        >
          <td className="text-sm text-muted max-sm:order-3 sm:px-6 sm:py-3.5">
            <DateTime value={entry.createdAt} />
          </td>
          <td className="max-sm:order-1 sm:px-6 sm:py-3.5">{describeWalletEntry(entry)}</td>
          <td
            className={`text-right font-semibold max-sm:order-2 sm:px-6 sm:py-3.5 ${entry.amount > 0 ? 'text-alive' : ''}`}
          >
            {entry.amount > 0 && '+'}
            <MoneyAmount cents={entry.amount} />
          </td>
          <td className="text-right text-muted max-sm:order-4 max-sm:text-sm sm:px-6 sm:py-3.5">
            <MoneyAmount cents={entry.balanceAfter} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
