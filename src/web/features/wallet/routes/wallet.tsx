import { Receipt } from 'lucide-react';
import { listWalletEntries } from '#domain/wallet/list-wallet-entries.ts';
import { walletConstants } from '#shared/constants/wallet.ts';
import { walletQuery } from '#shared/schemas/wallet.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ExportLink } from '#web/ui/lists/export-link.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { WalletTable } from '../components/wallet-table.tsx';
import type { Route } from './+types/wallet';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Wallet', matches);

export const handle = { failure: 'Failed to load the wallet.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const { page, ...counts } = parseListQuery(
      walletQuery,
      url.searchParams,
      actor,
      walletConstants.pageSize,
    );
    const { perPage, usualPerPage } = counts;
    leaveOutDefaults(url, { perPage: String(usualPerPage) });
    const wallet = await openPage(url, listWalletEntries(ctx, { page, perPage }));
    return { ...wallet, ...counts, balance: actor.balance };
  });
}

export default function Wallet({ loaderData }: Route.ComponentProps) {
  const { entries, page, pages, perPage, usualPerPage, balance, setAside } = loaderData;
  return (
    <Page>
      <PageHeader
        title="Wallet"
        intro={
          <>
            Balance <MoneyAmount cents={balance} className="font-semibold text-ink" />
            {setAside > 0 && (
              <>
                {' · Set aside for orders '}
                <MoneyAmount cents={setAside} className="font-semibold text-ink" />
              </>
            )}
          </>
        }
        back={{ to: '/profile', label: 'Back to profile' }}
        actions={
          <>
            <ButtonLink to="/redeem" variant="quiet">
              Redeem a code
            </ButtonLink>
            {entries.length > 0 && <ExportLink to="/profile/wallet.csv" />}
          </>
        }
      />
      {entries.length === 0 ? (
        <EmptyState icon={Receipt} action={<ButtonLink to="/">Browse the shop</ButtonLink>}>
          No money has moved yet.
        </EmptyState>
      ) : (
        <>
          <WalletTable entries={entries} />
          <PerPage value={perPage} defaultValue={usualPerPage} />
        </>
      )}
      <Pager page={page} pages={pages} label="Pages of the wallet" />
    </Page>
  );
}
