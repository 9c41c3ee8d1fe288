import type { TradingPair } from '#domain/moderation/trading-pairs/list-trading-pairs.ts';
import { tradingPairConstants } from '#shared/constants/market/trading-pairs.ts';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { AccountLink, CellName, cellClass, NumberCell } from './trading-table-cells.tsx';

const headings = [
  'Accounts',
  'Sales',
  { right: 'Value' },
  { right: 'Price ÷ median' },
  { right: 'Trade offers' },
  'Last sale',
];

const { farRatio } = tradingPairConstants;

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
