import type { EconomyFigures } from '#domain/audit/economy-figures/get-economy-figures.ts';
import { PageSection } from '#web/ui/page-section.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { EconomyCharts } from '../../draw-economy-charts.ts';
import { EconomyChart } from './economy-chart.tsx';
import { Figure, Figures } from './figures.tsx';

interface PlayersSectionProps {
  figures: EconomyFigures;
  chart: EconomyCharts['players'];
}

/** How many accounts were seen, new and returning ones. */
export function PlayersSection({ figures, chart }: PlayersSectionProps) {
  const { steps, players, playersToday, playersThisMonth } = figures;
  const { formatInteger } = useNumbers();
  const describe = (row: EconomyFigures['playersToday']) =>
    `${formatInteger(row?.created ?? 0)} new, ${formatInteger((row?.active ?? 0) - (row?.created ?? 0))} returning`;
  const count = (value: number | undefined) => (value === undefined ? '–' : formatInteger(value));
  return (
    <PageSection
      title="Players"
      intro="Accounts that were here, guests too. New ones were created in the same day or month."
    >
      <Figures>
        <Figure name="Today" detail={describe(playersToday)}>
          {formatInteger(playersToday?.active ?? 0)}
        </Figure>
        <Figure name="This month" detail={describe(playersThisMonth)}>
          {formatInteger(playersThisMonth?.active ?? 0)}
        </Figure>
      </Figures>
      <EconomyChart
        chart={chart}
        steps={steps}
        caption="Players, new and returning"
        headings={['Players', 'New', 'Returning']}
        cellsOf={(index) => {
          const row = players[index];
          return [
            count(row?.active),
            count(row?.created),
            count(row ? row.active - row.created : undefined),
          ];
        }}
        formatTick={formatInteger}
        empty="Nobody was counted in this period yet."
      />
    </PageSection>
  );
}
