import { Form } from 'react-router';
import type { ListedInvitation } from '#domain/administration/invitations.ts';
import { Button } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';

const stateTexts: Record<ListedInvitation['state'], string> = {
  open: 'Open',
  used: 'Used up',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};

/** The invitations, each with its state and the button that withdraws it. */
export function InvitationList({ invitations }: { invitations: readonly ListedInvitation[] }) {
  return (
    <ul className="grid">
      {invitations.map(({ id, note, state, uses, usesMax, expiresAt, createdBy, createdAt }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
        >
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">
              <bdi>{note || 'Without a note'}</bdi>
            </p>
            <p className="text-sm text-muted">
              {stateTexts[state]} · used {uses} of {usesMax} · until{' '}
              <DateTime value={expiresAt} format="date" /> · by {createdBy} on{' '}
              <DateTime value={createdAt} format="date" />
            </p>
          </div>
          {state === 'open' && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="withdraw" />
              <input type="hidden" name="id" value={id} />
              <Button
                variant="quiet"
                size="sm"
                aria-label={`Withdraw the invitation ${note || 'without a note'}`}
              >
                Withdraw
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
