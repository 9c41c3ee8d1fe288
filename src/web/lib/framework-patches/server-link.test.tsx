import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type LinkProps,
  type NavLinkProps,
  Link as RouterLink,
  NavLink as RouterNavLink,
  StaticRouterProvider,
} from 'react-router';
import { expect, test } from 'vitest';
import { Link, NavLink } from './server-link.tsx';

/** The markup of an element on the page `/profile/Ada`. */
async function render(Page: ComponentType) {
  const routes = [{ path: '/profile', children: [{ path: ':name', Component: Page }] }];
  const { dataRoutes, query: load } = createStaticHandler(routes);
  const context = await load(new Request('http://localhost/profile/Ada?page=2'));
  if (context instanceof Response) throw new Error('The page was not rendered.');
  const router = createStaticRouter(dataRoutes, context);
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />);
}

const targets: LinkProps['to'][] = [
  '/',
  '/about',
  '/profile/Ada',
  '/profile/ADA?page=1#comments',
  '/?genre=action&page=2',
  '/#main',
  '/about/',
  '/about?',
  '/about#',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/a//b',
  '/a/../b',
  '/a/./b',
  '/.hidden',
  '/a b/ü',
  '?page=3',
  '#part',
  '..',
  'edit',
  '',
  'https://rawg.io/a',
  'javascript:alert(1)',
  { pathname: '/', search: '' },
  { pathname: '/', search: 'page=2' },
  { pathname: '/a', search: '?page=2' },
  { pathname: '/a', search: '?' },
  { pathname: '/a', search: 'q=1', hash: '#b' },
  { pathname: '//elsewhere.example', search: '' },
  { search: 'page=2' },
];

test.each(targets)('a link to %j has the markup of the router', async (to) => {
  const props: LinkProps = {
    to,
    prefetch: 'intent',
    replace: true,
    preventScrollReset: true,
    state: { from: 'here' },
    className: 'a b',
    'aria-current': 'page',
    title: '"><script>',
    onClick: () => undefined,
    children: <b>text</b>,
  };
  const router = await render(() => <RouterLink {...props} />);
  expect(router).toContain('<a ');
  expect(await render(() => <Link {...props} />)).toBe(router);
});

const navLinks: NavLinkProps[] = [
  { to: '/profile' },
  { to: '/profile', end: true },
  { to: '/PROFILE/ada', className: 'a' },
  { to: '/profile/Ada?tab=1', 'aria-current': 'true' },
  { to: '/prof' },
  { to: '/' },
  { to: '/', end: true },
  { to: 'edit' },
  { to: '/profile', className: ({ isActive }) => (isActive ? 'on' : 'off') },
];

test.each(navLinks)('a navigation link %j has the markup of the router', async (props) => {
  const router = await render(() => <RouterNavLink {...props}>text</RouterNavLink>);
  expect(router).toContain('<a ');
  expect(await render(() => <NavLink {...props}>text</NavLink>)).toBe(router);
});
