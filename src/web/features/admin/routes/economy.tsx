import { listAuditRuns, requestAudit } from '#domain/audit/audit-requests.ts';
import { getEconomyFigures } from '#domain/audit/economy-figures/get-economy-figures.ts';
import { listBalanceChanges } from '#domain/moderation/accounts/list-balance-changes.ts';
import { type EconomyPeriod, economyPeriods } from '#shared/constants/economy-figures.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { economyQuery } from '#shared/schemas/economy.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { useFormResult } from '#web/lib/actions/use-form-result.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ChipLink } from '#web/ui/chip.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { AdminPage } from '../components/admin-page.tsx';
import { AuditSection } from '../components/economy/audit-section.tsx';
import { BalanceChangesSection } from '../components/economy/balance-changes-section.tsx';
import { CardsSection } from '../components/economy/cards-section.tsx';
import { MoneySection } from '../components/economy/money-section.tsx';
import { PlayersSection } from '../components/economy/players-section.tsx';
import { PricesSection } from '../components/economy/prices-section.tsx';
import { drawEconomyCharts } from '../draw-economy-charts.ts';
import { requireAdminForm, requireAdminPage } from '../require-admin-page.ts';
import type { Route } from './+types/economy';

export const headers = formHeaders;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Economy' : 'Not found', matches);

export const handle = { failure: 'Failed to load the economy.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    requireAdminPage(ctx);
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
  return runFormAction(args, 'administration-failed', async (ctx, form) => {
    requireAdminForm(ctx);
    if (form.get('intent') !== 'run-audit') throw new AppError('bad-input');
    await requestAudit(ctx);
    return { done: 'The audit starts within two minutes. Its result will be here.' };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'administration-failed');
}

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
        <nav aria-label="Period">
          <ul className="flex flex-wrap gap-2">
            {economyPeriods.map((choice) => (
              <li key={choice}>
                <ChipLink
                  to={`/admin/economy?period=${choice}`}
                  current={choice === period}
                  preventScrollReset
                >
                  {periodNames[choice]}
                </ChipLink>
              </li>
            ))}
          </ul>
        </nav>
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
