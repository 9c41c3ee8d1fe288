/**
 * Paths that crawlers must not request: personal pages, steps of forms, the data of pages, and lists by
 * search or order, whose number is unlimited.
 */
const disallowedPaths = [
  '/library$',
  '/library?',
  '/collection',
  '/wishlist',
  '/community/market/listings',
  '/community/market/orders',
  '/community/market/suggestions',
  '/community/market/trades',
  '/community/market/view',
  '/game-session/',
  '/play$',
  '/profile/edit$',
  '/profile/draws',
  '/profile/showcase$',
  '/profile/wallet',
  '/settings',
  '/moderation/',
  '/add-money',
  '/daily-reward',
  '/screen-width',
  '/guest',
  '/logout',
  '/forgot-password',
  '/reset-password',
  '/confirm',
  '/unsubscribe',
  '/login?',
  '/login/',
  '/register?',
  '/*?q=',
  '/*&q=',
  '/*?order=',
  '/*&order=',
  '/*?perPage=',
  '/*&perPage=',
  '/*?min=',
  '/*&min=',
  '/*?max=',
  '/*&max=',
  '/*?seller=',
  '/*&seller=',
  '/*?buy=',
  '/*&buy=',
  '/*?ask=',
  '/*&ask=',
  '/*.data',
];

/** Creates robots.txt (RFC 9309), which also names the sitemap. `origin` is scheme and host. */
export function createRobotsTxt(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
