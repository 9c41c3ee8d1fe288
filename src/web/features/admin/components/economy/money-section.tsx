import type { EconomyFigures } from '#domain/audit/economy-figures/get-economy-figures.ts';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import type { EconomyCharts } from '../../draw-economy-charts.ts';
import { EconomyChart } from './economy-chart.tsx';
import { Figure, Figures } from './figures.tsx';

interface MoneySectionProps {
  figures: EconomyFigures;
  charts: Pick<EconomyCharts, 'flows' | 'supply'>;
}

type Source = EconomyFigures['money']['sources'][number]['kind'];

/** What the transfers of each kind are, with a system account on the other side. */
const sourceNames: Partial<Record<Source, string>> = {
  'top-up': 'Money added by players',
  'daily-reward': 'Daily rewards',
  game: 'Games bought',
  sale: 'Fee of the market',
  'guest-expired': 'Closed accounts',
  grant: 'Given by admins',
  fine: 'Taken by admins',
  'starting-money': 'Starting money of new players',
  code: 'Codes redeemed',
};

/** The money that was made and spent, by source, and what all players have. */
export function MoneySection({ figures, charts }: MoneySectionProps) {
  const { steps, money } = figures;
  const { formatMoney } = useNumbers();
  return (
    <PageSection
      title="Money"
      intro="The supply is what all players have, with what their buy orders set aside."
    >
      <Figures>
        <Figure name="Supply at the start">
          <MoneyAmount cents={money.start} />
        </Figure>
        <Figure name="+ made">
          <MoneyAmount cents={money.made} />
        </Figure>
        <Figure name="− spent">
          <MoneyAmount cents={money.spent} />
        </Figure>
        <Figure name="= supply now" detail={`${formatMoney(money.setAside)} set aside`}>
          <MoneyAmount cents={money.end} />
        </Figure>
      </Figures>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <EconomyChart
          chart={charts.flows}
          steps={steps}
          caption="Money made and spent"
          headings={['Made', 'Spent']}
          cellsOf={(index) => {
            const row = money.bySteps[index];
            return [formatMoney(row?.made ?? 0), formatMoney(row?.spent ?? 0)];
          }}
          formatTick={formatMoney}
          empty="No money was made or spent in this period."
        />
        <EconomyChart
          chart={charts.supply}
          steps={steps}
          caption="Supply of money"
          headings={['Supply']}
          cellsOf={(index) => [formatMoney(money.bySteps[index]?.supply ?? 0)]}
          formatTick={formatMoney}
          empty="Players have no money yet."
        />
      </div>
      {money.sources.length > 0 && (
        <DataTable from="sm" headings={['Source', { right: 'Made' }, { right: 'Spent' }]}>
          {money.sources.map(({ kind, made, spent }) => (
            <tr key={kind} className="max-sm:grid max-sm:gap-1 max-sm:px-5 max-sm:py-4">
              <th scope="row" className="text-left font-semibold max-sm:p-0 px-6 py-3">
                {sourceNames[kind] ?? kind}
              </th>
              <SourceCell name="Made" cents={made} />
              <SourceCell name="Spent" cents={spent} />
            </tr>
          ))}
        </DataTable>
      )}
    </PageSection>
  );
}

/** On narrow screens an amount has its name, and one of nothing is left out. */
function SourceCell({ name, cents }: { name: string; cents: number }) {
  return (
    <td
      className={`max-sm:flex max-sm:justify-between max-sm:p-0 px-6 py-3 sm:text-right ${cents === 0 ? 'max-sm:hidden' : ''}`}
    >
      <span className="text-muted sm:hidden">{name}</span>
      {cents === 0 ? <span className="text-muted">–</span> : <MoneyAmount cents={cents} />}
    </td>
  );
}
