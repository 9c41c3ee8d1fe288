import { Link } from 'react-router';
import { useRootData } from '#web/lib/root-data.ts';

/** What the reader has to do about the own account, until it is done. */
export function AccountDutyBar() {
  const duty = useRootData()?.duty;
  if (!duty) return null;
  return (
    <aside aria-label="Notice" className="bg-accent-wash text-ink">
      <p className="mx-auto max-w-wide px-4 py-2.5 sm:px-8">
        {duty.text}{' '}
        <Link to={duty.to} className="text-link">
          {duty.label}
        </Link>
      </p>
    </aside>
  );
}
