import { useNumbers } from '#web/ui/texts/numbers.ts';

interface Level {
  price: number;
  copies: number;
  own: number;
}

interface CardDepthProps {
  sells: readonly Level[];
  buys: readonly Level[];
}

/** What is for sale and what is ordered at each price, the best first. */
export function CardDepth({ sells, buys }: CardDepthProps) {
  const most = Math.max(1, ...[...sells, ...buys].map(({ copies }) => copies));
  return (
    <div className="grid grid-cols-2 gap-4 rounded-lg bg-surface p-4 shadow-lift sm:p-6">
      <Side title="For sale" levels={sells} most={most} color="bg-alive/25" empty="None for sale" />
      <Side title="Orders" levels={buys} most={most} color="bg-accent/25" empty="No orders" />
    </div>
  );
}

interface SideProps {
  title: string;
  levels: readonly Level[];
  most: number;
  color: string;
  empty: string;
}

function Side({ title, levels, most, color, empty }: SideProps) {
  const { formatMoney } = useNumbers();
  return (
    <table className="w-full self-start text-left text-sm tabular-nums">
      <caption className="pb-2 text-left font-display text-base font-bold">{title}</caption>
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="pb-1 font-medium">
            Price
          </th>
          <th scope="col" className="pb-1 text-right font-medium">
            Copies
          </th>
        </tr>
      </thead>
      <tbody>
        {levels.length === 0 && (
          <tr>
            <td colSpan={2} className="text-muted">
              {empty}
            </td>
          </tr>
        )}
        {levels.map(({ price, copies, own }) => (
          <tr key={price}>
            <td className="py-1">
              {formatMoney(price)}
              {own > 0 && <span className="ml-1 text-xs text-accent-ink">yours</span>}
            </td>
            <td className="relative py-1 text-right">
              <span
                aria-hidden
                className={`absolute inset-y-0.5 right-0 rounded-sm ${color}`}
                style={{ width: `${Math.round((copies / most) * 100)}%` }}
              />
              <span className="relative px-1">{copies}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
