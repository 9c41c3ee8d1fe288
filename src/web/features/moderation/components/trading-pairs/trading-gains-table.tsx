import { Link } from 'react-router';
import type { TradingGain } from '#domain/moderation/trading-pairs/list-trading-gains.ts';
import { tradingPairsPath } from '#web/paths/moderation.ts';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { AccountLink, CellName, cellClass, NumberCell } from './trading-table-cells.tsx';

const headings = [
  'Account',
  { right: 'Gain' },
  { right: 'From accounts' },
  { right: 'Of them new' },
  { right: 'Sales' },
  'Last sale',
];

/** The accounts that gain from many others, as a table. Narrow screens show one block for each account. */
export function TradingGainsTable({ gains }: { gains: readonly TradingGain[] }) {
  return (
    <DataTable from="lg" headings={headings}>
      {gains.map(({ account, partners, newPartners, sales, gain, lastAt }) => (
        <tr
          key={account}
          className="tabular-nums max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-5 max-lg:gap-y-2 max-lg:px-5 max-lg:py-4"
        >
          <td className={`${cellClass} max-lg:col-span-2`}>
            <AccountLink username={account} />
            <Link
              to={tradingPairsPath({ of: account })}
              className="ml-3 inline-flex min-h-6 items-center text-sm text-link"
            >
              Pairs<span className="sr-only"> of {account}</span>
            </Link>
          </td>
          <NumberCell name="Gain">
            <MoneyAmount cents={gain} className="font-semibold" />
          </NumberCell>
          <NumberCell name="From accounts">{partners}</NumberCell>
          <NumberCell name="Of them new">{newPartners}</NumberCell>
          <NumberCell name="Sales">{sales}</NumberCell>
          <td className={`${cellClass} whitespace-nowrap text-muted max-lg:col-span-2 lg:text-sm`}>
            <CellName>Last sale</CellName>
            <DateTime value={lastAt} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
