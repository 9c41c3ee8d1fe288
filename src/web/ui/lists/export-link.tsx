import { Download } from 'lucide-react';
import { ButtonLink } from '../button.tsx';

/** Downloads a list as CSV. */
export function ExportLink({ to }: { to: string }) {
  return (
    <ButtonLink to={to} reloadDocument download prefetch="none" variant="quiet">
      <Download aria-hidden />
      Export as CSV
    </ButtonLink>
  );
}
