import type { ListedInvitation } from '#domain/administration/invitations.ts';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

const stateTexts: Record<ListedInvitation['state'], string> = {
  open: 'Open',
  used: 'Used up',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
};

interface InvitationListProps {
  invitations: readonly ListedInvitation[];
  /** The path of the question before an invitation is withdrawn. */
  toQuestion: (id: string) => string;
}

/** The invitations, each with its state and the button that withdraws it. */
export function InvitationList({ invitations, toQuestion }: InvitationListProps) {
  return (
    <ul className="grid">
      {invitations.map(
        ({ id, note, state, uses, usesMax, expiresAt, createdBy, createdAt, group }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <bdi>{note || 'Without a note'}</bdi>
              </p>
              <p className="text-sm text-muted">
                {stateTexts[state]}
                {group !== null && (
                  <>
                    {' '}
                    · to <bdi>{group}</bdi>
                  </>
                )}{' '}
                · used {uses} of {usesMax} · until <DateTime value={expiresAt} format="date" /> · by{' '}
                {createdBy} on <DateTime value={createdAt} format="date" />
              </p>
            </div>
            {state === 'open' && (
              <DialogLink
                to={toQuestion(id)}
                aria-label={`Withdraw the invitation ${note || 'without a note'}`}
              >
                Withdraw
              </DialogLink>
            )}
          </li>
        ),
      )}
    </ul>
  );
}
