import { Link } from 'react-router';
import { useRootData } from '#web/lib/viewer.ts';
import { DateTime } from '#web/ui/date-time.tsx';

/** Tells moderators and admins that their role needs a second factor, until they have one. */
export function FactorBar() {
  const duty = useRootData()?.factorDuty;
  if (!duty) return null;
  const role = duty.role === 'admin' ? 'an admin' : 'a moderator';
  return (
    <aside aria-label="Second factor" className="bg-accent-wash text-ink">
      <p className="mx-auto max-w-wide px-4 py-2.5 sm:px-8">
        {duty.isOverdue ? (
          `You cannot act as ${role} until you have a second factor.`
        ) : (
          <>
            To act as {role} after <DateTime value={duty.dueAt} />, you need a second factor.
          </>
        )}{' '}
        <Link to="/settings/security/authenticator" className="text-link">
          Set up an authenticator app
        </Link>
      </p>
    </aside>
  );
}
