import { Link, type LinkProps } from 'react-router';
import { tile } from '../lib/use-grid-keys.ts';

interface ChoiceLinkProps extends Omit<LinkProps, 'replace' | 'preventScrollReset'> {
  /** Whether it is the one that is shown beside the grid. */
  current: boolean;
}

/** The link of a tile that is chosen in its grid: the page stays where it is and shows it beside the grid. */
export function ChoiceLink({ current, className = '', ...rest }: ChoiceLinkProps) {
  return (
    <Link
      {...tile}
      {...rest}
      replace
      preventScrollReset
      aria-current={current ? 'true' : undefined}
      className={`scroll-mt-24 ${className}`}
    />
  );
}
