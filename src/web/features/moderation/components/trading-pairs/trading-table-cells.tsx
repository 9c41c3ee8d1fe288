import type { ReactNode } from 'react';
import { Link } from 'react-router';

export const cellClass = 'px-5 py-3.5 align-top max-lg:p-0';

/** A number at the right; narrow screens show its name above it. */
export function NumberCell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <td className={`${cellClass} lg:text-right`}>
      <CellName>{name}</CellName>
      {children}
    </td>
  );
}

/** The name of a column, for narrow screens. */
export function CellName({ children }: { children: string }) {
  return (
    <span aria-hidden className="block text-sm text-muted lg:hidden">
      {children}
    </span>
  );
}

/** The link to the page on which the account is moderated. */
export function AccountLink({ username }: { username: string }) {
  return (
    <Link
      to={`/profile/${username}/moderation`}
      className="inline-flex min-h-6 items-center font-semibold text-link wrap-anywhere"
    >
      {username}
    </Link>
  );
}
