import { Download, Receipt } from 'lucide-react';
import { loadGuarded, parse } from '#app/door.ts';
import { screenHead } from '#app/page-head.ts';
import { pagePath, tidyPath } from '#app/page-path.ts';
import { redirect } from '#app/redirect.ts';
import { listWalletEntries } from '#domain/money/list-wallet-entries.ts';
import { walletQuery } from '#shared/inputs/money.ts';
import { wallet as limits } from '#shared/limits.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { WalletTable } from '../components/money/wallet-table.tsx';
import { Money } from '../components/money.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { PerPage } from '../components/per-page.tsx';
import type { Route } from './+types/wallet';

export const meta: Route.MetaFunction = () => screenHead('Wallet');

export const handle = { failure: 'Failed to load the wallet.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, actor, url) => {
    const { page, perPage } = parse(walletQuery, url.searchParams);
    const tidy = tidyPath(url, { perPage: String(limits.pageSize) });
    if (tidy !== null) throw redirect(tidy);
    const wallet = await listWalletEntries(ctx, { page, perPage });
    if (wallet.page > wallet.pages) throw redirect(pagePath(url, wallet.pages));
    return { ...wallet, perPage, balance: actor.balance };
  });
}

export default function Wallet({ loaderData }: Route.ComponentProps) {
  const { entries, page, pages, perPage, balance } = loaderData;
  return (
    <Page>
      <PageHeader
        title="Wallet"
        lead={
          <>
            Balance <Money cents={balance} className="font-semibold text-ink" />
          </>
        }
        back={{ to: '/profile', label: 'Back to profile' }}
        actions={
          entries.length > 0 && (
            <ButtonLink
              to="/profile/wallet.csv"
              reloadDocument
              download
              prefetch="none"
              variant="quiet"
            >
              <Download aria-hidden />
              Export as CSV
            </ButtonLink>
          )
        }
      />
      {entries.length === 0 ? (
        <EmptyState icon={Receipt} action={<ButtonLink to="/">Browse the shop</ButtonLink>}>
          No money has moved yet.
        </EmptyState>
      ) : (
        <>
          <WalletTable entries={entries} />
          <PerPage value={perPage} usual={limits.pageSize} />
        </>
      )}
      <Pager page={page} pages={pages} label="Pages of the wallet" />
    </Page>
  );
}
