import type { EconomyFigures } from '#domain/audit/economy-figures/get-economy-figures.ts';
import { RarityBadge } from '#web/ui/cards/rarity-badge.tsx';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { EconomyCharts } from '../../draw-economy-charts.ts';
import { EconomyChart } from './economy-chart.tsx';

interface CardsSectionProps {
  figures: EconomyFigures;
  chart: EconomyCharts['cards'];
}

type Counts = EconomyFigures['cards']['bySteps'][number];

const madeOf = ({ drawn, granted, recycled }: Counts) => drawn + granted + recycled;
const tradedOf = ({ sold, traded }: Counts) => sold + traded;
const consumedOf = ({ crafted, recycledAway }: Counts) => crafted + recycledAway;

/** The cards that were made, traded and consumed, by rarity. */
export function CardsSection({ figures, chart }: CardsSectionProps) {
  const { steps, cards } = figures;
  const { formatInteger } = useNumbers();
  const name = (parts: Record<string, number>) =>
    Object.entries(parts)
      .filter(([, copies]) => copies > 0)
      .map(([part, copies]) => `${formatInteger(copies)} ${part}`)
      .join(', ');
  return (
    <PageSection title="Cards" intro="Made, traded and consumed, by rarity.">
      <EconomyChart
        chart={chart}
        steps={steps}
        caption="Cards made, traded and consumed"
        headings={['Made', 'Traded', 'Consumed']}
        cellsOf={(index) => {
          const row = cards.bySteps[index];
          return row ? [madeOf(row), tradedOf(row), consumedOf(row)].map(formatInteger) : [];
        }}
        formatTick={formatInteger}
        empty="No card was made, traded or consumed in this period."
      />
      {chart && (
        <DataTable
          from="sm"
          headings={['Rarity', { right: 'Made' }, { right: 'Traded' }, { right: 'Consumed' }]}
        >
          {cards.byRarity.map(({ rarity, ...row }) => (
            <tr key={rarity} className="max-sm:grid max-sm:gap-1 max-sm:px-5 max-sm:py-4">
              <th scope="row" className="text-left font-semibold max-sm:p-0 px-6 py-3">
                <RarityBadge rarity={rarity} />
              </th>
              <CardCell
                name="Made"
                copies={formatInteger(madeOf(row))}
                parts={name({
                  'drawn in play': row.drawn,
                  given: row.granted,
                  recycled: row.recycled,
                })}
              />
              <CardCell
                name="Traded"
                copies={formatInteger(tradedOf(row))}
                parts={name({ sold: row.sold, 'in trades': row.traded })}
              />
              <CardCell
                name="Consumed"
                copies={formatInteger(consumedOf(row))}
                parts={name({ 'for badges': row.crafted, 'for other cards': row.recycledAway })}
              />
            </tr>
          ))}
        </DataTable>
      )}
    </PageSection>
  );
}

function CardCell({ name, copies, parts }: { name: string; copies: string; parts: string }) {
  return (
    <td className="align-top tabular-nums max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2 max-sm:p-0 px-6 py-3 sm:text-right">
      <span className="text-muted sm:hidden">{name}</span>
      <span className="font-semibold">{copies}</span>
      {parts && <span className="text-sm text-muted sm:block">{parts}</span>}
    </td>
  );
}
