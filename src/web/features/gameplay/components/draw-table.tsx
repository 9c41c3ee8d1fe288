import { Link } from 'react-router';
import type { DrawEntry } from '#domain/gameplay/list-draws.ts';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

const percentFormat = new Intl.NumberFormat('en-US', {
  style: 'percent',
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Formats odds in millionths as percent: `2.00%`, `3.63%`. */
function formatDrawOdds(millionths: number): string {
  return percentFormat.format(millionths / 1_000_000);
}

const headings = ['Time', 'Game', 'Card', { right: 'Odds then' }];

/** Drawn cards: a table, which phones show as rows of two lines. */
export function DrawTable({ draws }: { draws: readonly DrawEntry[] }) {
  return (
    <DataTable from="sm" headings={headings}>
      {draws.map((draw) => (
        <tr
          key={draw.id}
          className="max-sm:grid max-sm:grid-cols-[1fr_auto] max-sm:gap-y-1 max-sm:px-5 max-sm:py-4"
        >
          <td className="text-sm text-muted max-sm:order-4 max-sm:text-right sm:px-6 sm:py-3">
            <DateTime value={draw.drawnAt} />
          </td>
          <td className="wrap-anywhere max-sm:order-3 sm:px-6 sm:py-3">
            <Link to={`/game-session/${draw.gameId}`} className="text-link">
              {draw.game}
            </Link>
          </td>
          <td className="max-sm:order-1 sm:px-6 sm:py-3">
            <span className="flex items-center gap-3">
              <img
                src={draw.picture}
                alt=""
                width={36}
                height={48}
                loading="lazy"
                className="h-12 w-9"
              />
              <span className="grid justify-items-start">
                <span className="font-semibold">{draw.card}</span>
                <RarityBadge rarity={draw.rarity} />
              </span>
            </span>
          </td>
          <td className="text-right tabular-nums max-sm:order-2 sm:px-6 sm:py-3">
            {formatDrawOdds(draw.odds)}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}
