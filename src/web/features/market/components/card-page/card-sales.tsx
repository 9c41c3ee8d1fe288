import { Link } from 'react-router';
import type { MarketCard } from '#domain/market/get-market-card.ts';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

interface CardSalesProps {
  sales: MarketCard['sales'];
  /** Whether the copies come from several games. */
  shared: boolean;
}

const cell = 'sm:px-6 sm:py-3.5';
/** On a phone a long text is cut off after one line. */
const oneLine = 'sm:wrap-anywhere max-sm:truncate max-sm:text-sm';
/** As wide as the date above it, which sets the width of the column. */
const dateWidth = 'max-sm:w-0 max-sm:min-w-full';

/** The last sales of a card: a table, which phones show as rows of two lines. */
export function CardSales({ sales, shared }: CardSalesProps) {
  return (
    <DataTable
      from="sm"
      headings={['Date', ...(shared ? ['Game'] : []), 'Seller', 'Buyer', { right: 'Price' }]}
    >
      {sales.map(({ id, soldAt, price, gameName, buyer, seller }) => (
        <tr
          key={id}
          className="max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)_auto] max-sm:items-baseline max-sm:gap-x-3 max-sm:gap-y-0.5 max-sm:px-4 max-sm:py-3"
        >
          <td className={`text-sm whitespace-nowrap text-muted max-sm:order-1 ${cell}`}>
            <DateTime value={soldAt} />
          </td>
          {shared && <td className={`max-sm:order-2 ${oneLine} ${cell}`}>{gameName}</td>}
          <PlayerCell name={seller} preposition="from" className={dateWidth} />
          <PlayerCell name={buyer} preposition="to" className="max-sm:col-span-2" />
          <td className={`text-right font-semibold max-sm:order-3 max-sm:col-start-3 ${cell}`}>
            <MoneyAmount cents={price} />
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

interface PlayerCellProps {
  /** Null for a player who does not want to be named. */
  name: string | null;
  preposition: string;
  className: string;
}

function PlayerCell({ name, preposition, className }: PlayerCellProps) {
  return (
    <td className={`max-sm:order-4 ${oneLine} ${className} ${cell}`}>
      <span aria-hidden className="text-muted sm:hidden">
        {preposition}{' '}
      </span>
      {name === null ? (
        <span className="text-muted">a player</span>
      ) : (
        <Link to={`/profile/${name}`} className="text-link">
          {name}
        </Link>
      )}
    </td>
  );
}
