import { Link } from 'react-router';
import type { AccountModeration } from '#domain/moderation/accounts/get-account-moderation.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { roleNames } from '#web/ui/accounts/role-names.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface AccountStateProps {
  account: AccountModeration;
}

/** The role, suspension and listings of an account. */
export function AccountState({ account }: AccountStateProps) {
  const { username, profilePic, role, suspended, reason, until, listings } = account;
  const roleText = [roleNames[role], ...account.furtherRoles.map(({ name }) => name)].join(', ');
  return (
    <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-lg bg-surface p-6 shadow-lift sm:p-7">
      <Avatar picture={profilePic} size={72} />
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <Link
          to={`/profile/${username}`}
          prefetch="intent"
          className="text-xl font-semibold wrap-anywhere hover:text-link"
        >
          {username}
        </Link>
        <p className="text-muted">
          {roleText}, {listings === 1 ? '1 card' : `${listings} cards`} for sale
        </p>
      </div>
      <div
        className={`grid min-w-0 basis-80 gap-1 rounded-md px-4 py-3 max-sm:basis-full ${suspended ? 'bg-danger-wash' : 'bg-alive-wash'}`}
      >
        <p className={`font-semibold ${suspended ? 'text-danger' : 'text-alive'}`}>
          {suspended ? (
            <>
              Suspended{' '}
              {until === null ? (
                'without end'
              ) : (
                <>
                  until <DateTime value={until} />
                </>
              )}
            </>
          ) : (
            'In good standing'
          )}
        </p>
        {suspended && reason && (
          <p dir="auto" className="max-w-prose whitespace-pre-line wrap-anywhere">
            {reason}
          </p>
        )}
      </div>
    </div>
  );
}
