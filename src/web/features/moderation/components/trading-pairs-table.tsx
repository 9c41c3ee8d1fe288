import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { TradingPair } from '#domain/moderation/list-trading-pairs.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { MoneyAmount } from '#web/ui/money-amount.tsx';

const headings = [
  'Accounts',
  'Sales',
  { right: 'Value' },
  { right: 'Price ÷ median' },
  { right: 'Trade offers' },
  'Last sale',
];
const cellClass = 'px-5 py-3.5 align-top max-lg:p-0';

/** Prices at more than this many times the median, or below its inverse, are marked. */
const farRatio = 2;

/** The pairs as a table. Narrow screens show one block for each pair. */
export function TradingPairsTable({ pairs }: { pairs: readonly TradingPair[] }) {
  return (
    <DataTable from="lg" headings={headings}>
      {pairs.map((pair) => (
        <PairRow key={`${pair.one} ${pair.other}`} pair={pair} />
      ))}
    </DataTable>
  );
}

function PairRow({ pair }: { pair: TradingPair }) {
  const { one, other, sold, bought, amount, ratio, compared, offers, lastAt } = pair;
  return (
    <tr className="tabular-nums max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-5 max-lg:gap-y-2 max-lg:px-5 max-lg:py-4">
      <td className={`${cellClass} max-lg:col-span-2`}>
        <AccountLink username={one} /> <span className="text-muted">and</span>{' '}
        <AccountLink username={other} />
      </td>
      <td className={`${cellClass} max-lg:col-span-2`}>
        <CellName>Sales</CellName>
        <span className="font-semibold">{sold + bought}</span>
        <span className="block text-sm text-muted wrap-anywhere">
          {[sold > 0 && `${one} sold ${sold}`, bought > 0 && `${other} sold ${bought}`]
            .filter(Boolean)
            .join(', ')}
        </span>
      </td>
      <NumberCell name="Value">
        <MoneyAmount cents={amount} className="font-semibold" />
      </NumberCell>
      <NumberCell name="Price ÷ median">
        <Ratio ratio={ratio} />
        {ratio !== null && compared < sold + bought && (
          <span className="block text-sm text-muted">
            {compared} of {sold + bought} sales
          </span>
        )}
      </NumberCell>
      <NumberCell name="Trade offers">{offers}</NumberCell>
      <td className={`${cellClass} whitespace-nowrap text-muted max-lg:col-span-2 lg:text-sm`}>
        <CellName>Last sale</CellName>
        <DateTime value={lastAt} />
      </td>
    </tr>
  );
}

function Ratio({ ratio }: { ratio: number | null }) {
  if (ratio === null) return <span className="text-sm text-muted">no median</span>;
  const isFar = ratio >= farRatio || ratio <= 1 / farRatio;
  return (
    <span className={isFar ? 'font-semibold text-danger' : ''}>
      {ratio < 0.1 ? ratio.toFixed(3) : ratio.toFixed(2)}
      {isFar && <span className="sr-only">, far from the median</span>}
    </span>
  );
}

/** A number at the right; narrow screens show its name above it. */
function NumberCell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className={`${cellClass} lg:text-right`}>
      <CellName>{name}</CellName>
      {children}
    </td>
  );
}

/** The name of a column, for narrow screens. */
function CellName({ children }: { children: string }) {
  return (
    <span aria-hidden className="block text-sm text-muted lg:hidden">
      {children}
    </span>
  );
}

function AccountLink({ username }: { username: string }) {
  return (
    <Link
      to={`/profile/${username}/moderation`}
      className="inline-flex min-h-6 items-center font-semibold text-link wrap-anywhere"
    >
      {username}
    </Link>
  );
}
