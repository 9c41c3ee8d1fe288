import { Link } from 'react-router';
import { useRootData } from '#web/lib/root-data.ts';

/** Tells moderators and admins that their role needs a second factor, until they have one. */
export function FactorBar() {
  const notice = useRootData()?.factorNotice;
  if (!notice) return null;
  return (
    <aside aria-label="Second factor" className="bg-accent-wash text-ink">
      <p className="mx-auto max-w-wide px-4 py-2.5 sm:px-8">
        {notice}{' '}
        <Link to="/settings/security/authenticator" className="text-link">
          Set up an authenticator app
        </Link>
      </p>
    </aside>
  );
}
