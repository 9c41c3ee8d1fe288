/**
 * Addresses that crawlers have no use for: readers' own screens, steps of forms, the data behind pages,
 * and lists made by a search or put in another order, of which there is no end.
 */
const kept = [
  '/library$',
  '/library?',
  '/collection',
  '/game-session/',
  '/profile/edit$',
  '/profile/wallet',
  '/add-money',
  '/daily-reward',
  '/screen-width',
  '/guest',
  '/logout',
  '/forgot-password',
  '/reset-password',
  '/confirm',
  '/login?',
  '/register?',
  '/*?q=',
  '/*&q=',
  '/*?order=',
  '/*&order=',
  '/*?perPage=',
  '/*&perPage=',
  '/*?buy=',
  '/*&buy=',
  '/*.data',
];

/** What crawlers may ask for, and where the list of pages is (RFC 9309). `origin` is scheme and host. */
export function robots(origin: string): string {
  return [
    'User-agent: *',
    'Allow: /',
    ...kept.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
}
