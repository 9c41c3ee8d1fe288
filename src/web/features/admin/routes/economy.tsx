import { listAuditRuns, requestAudit } from '#domain/audit/audit-requests.ts';
import { getEconomyFigures } from '#domain/audit/economy-figures/get-economy-figures.ts';
import { listBalanceChanges } from '#domain/moderation/accounts/list-balance-changes.ts';
import { type EconomyPeriod, economyPeriods } from '#shared/constants/server/economy-figures.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { economyQuery } from '#shared/schemas/administration/economy.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders } from '#web/lib/actions/form-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { guardedHead } from '#web/lib/seo/page-head.ts';
import { ChipLinks } from '#web/ui/chip-links.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { AuditSection } from '../components/economy/audit-section.tsx';
import { BalanceChangesSection } from '../components/economy/balance-changes-section.tsx';
import { CardsSection } from '../components/economy/cards-section.tsx';
import { MoneySection } from '../components/economy/money-section.tsx';
import { PlayersSection } from '../components/economy/players-section.tsx';
import { PricesSection } from '../components/economy/prices-section.tsx';
import { drawEconomyCharts } from '../draw-economy-charts.ts';
import { runRightAction, runRightLoader } from '../run-admin-page.ts';
import type { Route } from './+types/economy';

export const headers = formHeaders;

export const meta = guardedHead('Economy');

export const handle = { failure: 'Failed to load the economy.' };

export async function loader(args: Route.LoaderArgs) {
  return runRightLoader(args, 'see-economy', async (ctx, url) => {
    const { period } = parseInput(economyQuery, url.searchParams);
    const [figures, changes, runs] = await Promise.all([
      getEconomyFigures(ctx, { period }),
      listBalanceChanges(ctx),
      listAuditRuns(ctx),
    ]);
    return { period, figures, charts: drawEconomyCharts(figures), changes, runs };
  });
}

export async function action(args: Route.ActionArgs) {
  return runRightAction(args, 'see-economy', async (ctx, form) => {
    if (form.get('intent') !== 'run-audit') throw new AppError('bad-input');
    await requestAudit(ctx);
    return { done: 'The audit starts within two minutes. Its result will be here.' };
  });
}

export const clientAction = sendForm<typeof action>('administration-failed');

const periodNames: Record<EconomyPeriod, string> = {
  '30-days': '30 days',
  '12-months': '12 months',
  all: 'All',
};

/** Players, money and cards of the site in numbers, grants and fines, and the results of the audit. */
export default function Economy({ loaderData, actionData }: Route.ComponentProps) {
  const { period, figures, charts, changes, runs } = loaderData;
  const { done, failure } = useFormResult(actionData);
  return (
    <AdminPage current="economy">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <ChipLinks
          label="Period"
          choices={economyPeriods.map((choice) => ({
            text: periodNames[choice],
            to: `/admin/economy?period=${choice}`,
            current: choice === period,
          }))}
          preventScrollReset
        />
        <p className="text-sm text-muted">
          {figures.summarizedAt ? (
            <>
              By UTC days, as of <DateTime value={figures.summarizedAt} />
            </>
          ) : (
            'The first figures come within minutes.'
          )}
        </p>
      </div>
      <div className="grid gap-12">
        <PlayersSection figures={figures} chart={charts.players} />
        <MoneySection figures={figures} charts={charts} />
        <PricesSection figures={figures} chart={charts.prices} />
        <CardsSection figures={figures} chart={charts.cards} />
        <BalanceChangesSection changes={changes} />
        <AuditSection runs={runs} done={done} failure={failure} />
      </div>
    </AdminPage>
  );
}
