import type { EconomyFigures } from '#domain/audit/economy-figures/get-economy-figures.ts';
import { rarities } from '#shared/constants/rarity.ts';
import { rarityNames } from '#web/ui/cards/rarity-badge.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { EconomyCharts } from '../../draw-economy-charts.ts';
import { EconomyChart } from './economy-chart.tsx';

interface PricesSectionProps {
  figures: EconomyFigures;
  chart: EconomyCharts['prices'];
}

/** The price index of the market. */
export function PricesSection({ figures, chart }: PricesSectionProps) {
  const { steps, prices } = figures;
  const { formatMoney, formatInteger } = useNumbers();
  return (
    <PageSection
      title="Prices"
      intro="The median prices of the five rarities on the market, on average; the first of the period is 100."
    >
      <EconomyChart
        chart={chart}
        steps={steps}
        caption="Price index and median prices"
        headings={['Index', ...rarities.map((rarity) => rarityNames[rarity])]}
        cellsOf={(index) => {
          const row = prices[index];
          return [
            row?.index == null ? '–' : formatInteger(Math.round(row.index)),
            ...rarities.map((rarity) => {
              const median = row?.medians[rarity] ?? null;
              return median === null ? '–' : formatMoney(median);
            }),
          ];
        }}
        formatTick={formatInteger}
        empty="Nothing was sold on the market in this period."
      />
    </PageSection>
  );
}
