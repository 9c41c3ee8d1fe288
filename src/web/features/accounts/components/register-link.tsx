import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { closedRegistrationTexts } from '#shared/constants/accounts/registration-modes.ts';
import { useRootData } from '#web/lib/root-data.ts';
import { ButtonLink } from '#web/ui/button.tsx';

/** Whether anybody can register on this site, with an invitation if it needs one. */
export function useRegistrationOpen(): boolean {
  return useRootData()?.site.registration !== 'closed';
}

type RegisterButtonProps = Omit<ComponentProps<typeof ButtonLink>, 'to'> & {
  /** The path to open after the registration. */
  next?: string;
};

/** A button that leads to the registration; while nobody can register, the sentence that says so. */
export function RegisterButton({ next, ...props }: RegisterButtonProps) {
  const search = next ? `?next=${encodeURIComponent(next)}` : '';
  if (useRegistrationOpen()) return <ButtonLink to={`/register${search}`} {...props} />;
  return <span className="text-sm text-muted">{closedRegistrationTexts.closed}</span>;
}

/** The word 'Register' in a sentence, as a link while somebody can register. */
export function RegisterWord() {
  if (!useRegistrationOpen()) return 'Register';
  return (
    <Link to="/register" className="text-link">
      Register
    </Link>
  );
}
