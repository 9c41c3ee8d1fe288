import { Link, type LinkProps } from 'react-router';
import { tile } from '#web/lib/use-grid-keys.ts';

interface TileLinkProps extends Omit<LinkProps, 'replace' | 'preventScrollReset'> {
  /** Whether its tile is the selected one. */
  current: boolean;
}

/** The link that selects a tile of a grid. The page does not scroll and shows the tile beside the grid. */
export function TileLink({ current, className = '', ...rest }: TileLinkProps) {
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
