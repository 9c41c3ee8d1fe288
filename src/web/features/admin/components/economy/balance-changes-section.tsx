import { Link } from 'react-router';
import type { BalanceChangeEntry } from '#domain/moderation/accounts/list-balance-changes.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { DataTable } from '#web/ui/lists/data-table.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

const cellClass = 'align-top max-lg:p-0 px-5 py-3.5';

/** The last grants and fines of admins. */
export function BalanceChangesSection({ changes }: { changes: readonly BalanceChangeEntry[] }) {
  return (
    <PageSection
      title="Grants and fines"
      intro="Money that admins gave to players and took from them, the last 20. A new one is made on the page of the account."
      actions={
        <ButtonLink to="/admin/people" variant="quiet">
          Find an account
        </ButtonLink>
      }
    >
      {changes.length === 0 ? (
        <EmptyState>No money was given or taken yet.</EmptyState>
      ) : (
        <DataTable from="lg" headings={['When', 'Account', 'Why', 'By', { right: 'Amount' }]}>
          {changes.map(({ id, at, act, account, admin, amount, reason }) => (
            <tr key={id} className="max-lg:grid max-lg:gap-1 max-lg:px-5 max-lg:py-4">
              <td className={`${cellClass} text-sm text-muted lg:whitespace-nowrap`}>
                <DateTime value={at} />
              </td>
              <td className={cellClass}>
                <Link
                  to={`/admin/people/${account}`}
                  className="inline-flex min-h-6 items-center text-link wrap-anywhere"
                >
                  {account}
                </Link>
              </td>
              <td dir="auto" className={`${cellClass} whitespace-pre-line wrap-anywhere`}>
                {reason}
              </td>
              <td className={`${cellClass} text-muted wrap-anywhere`}>{admin}</td>
              <td className={`${cellClass} font-semibold lg:text-right`}>
                {act === 'give-money' ? 'Given ' : 'Taken '}
                <MoneyAmount cents={amount} />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </PageSection>
  );
}
