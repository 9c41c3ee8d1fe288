import {
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
  useLocation,
} from 'react-router';

/** Paths from the root that the router would not change: no empty segment, no segment of dots. */
const plainPath = /^\/(?:[^/\\?#.][^/\\?#]*(?:\/[^/\\?#.][^/\\?#]*)*)?(?:\?[^#]+)?(?:#.+)?$/;

/** The `href` that the router would render, or null when only the router can resolve it. */
function plainHref(to: LinkProps['to']): string | null {
  if (typeof to === 'string') return plainPath.test(to) ? to : null;
  const { pathname, search, hash } = to;
  if (!pathname || hash || !plainPath.test(pathname) || /[?#]/.test(pathname)) return null;
  if (!search || search === '?') return pathname;
  return pathname + (search.startsWith('?') ? search : `?${search}`);
}

/**
 * Renders the same `<a>` as the router's `Link`, without what only a browser needs: its state, its handlers
 * and the resolving of relative paths. This is used on the server only, where links are the largest part of
 * the time that a page takes in the router.
 */
export function Link(props: LinkProps) {
  const href = plainHref(props.to);
  if (href === null || props.mask || props.prefetch === 'render') return <RouterLink {...props} />;
  const { discover = 'render', prefetch, relative, reloadDocument, replace, ...others } = props;
  const { mask, state, to, preventScrollReset, viewTransition, ...rest } = others;
  const { defaultShouldRevalidate, ...attributes } = rest;
  return (
    <a {...attributes} href={href} data-discover={discover === 'render' ? 'true' : undefined} />
  );
}

/** Like `Link`, with the class and the attribute of a link to the shown page. */
export function NavLink(props: NavLinkProps) {
  const { pathname } = useLocation();
  const { to, className = '', style, children, end = false, caseSensitive, ...rest } = props;
  const isPlain =
    typeof to === 'string' &&
    plainPath.test(to) &&
    !caseSensitive &&
    typeof className !== 'function' &&
    typeof style !== 'function' &&
    typeof children !== 'function';
  if (!isPlain) return <RouterNavLink {...props} />;
  const path = to.replace(/[?#].*/s, '').toLowerCase();
  const shown = pathname.toLowerCase();
  const isActive =
    shown === path || (!end && shown.startsWith(path) && shown.charAt(path.length) === '/');
  const { 'aria-current': current = 'page', ...linkProps } = rest;
  return (
    <Link
      {...linkProps}
      to={to}
      style={style}
      aria-current={isActive ? current : undefined}
      className={isActive ? [className, 'active'].filter(Boolean).join(' ') : className}
    >
      {children}
    </Link>
  );
}
