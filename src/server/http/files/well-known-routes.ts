import { Hono } from 'hono';
import { getSiteSettingsOrDefaults } from '#domain/site/read-site-settings.ts';
import type { Services } from '#server/bootstrap/services.ts';
import type { Env } from '../hono-env.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** How long what the file says may be used. It is written again each day. */
const validDays = 90;

/**
 * Serves what password managers and researchers look for: where a password is changed, and whom to tell about a
 * vulnerability (RFC 9116).
 */
export function createWellKnownRoutes(services: Services): Hono<Env> {
  const routes = new Hono<Env>();
  routes.get('/.well-known/change-password', (c) => c.redirect('/settings/account/password', 302));

  routes.get('/.well-known/security.txt', async (c) => {
    const { ORIGIN, MAIL_REPLY_TO } = services.config;
    const origin = ORIGIN ?? new URL(c.req.url).origin;
    const { imprint } = await getSiteSettingsOrDefaults(services);
    const contacts = [
      ...(MAIL_REPLY_TO ? [`mailto:${MAIL_REPLY_TO}`] : []),
      ...(imprint === '' ? [] : [`${origin}/imprint`]),
    ];
    // A file without a contact is not valid.
    if (contacts.length === 0) return c.text('Not found.', 404);
    const today = Math.floor(services.clock.now().getTime() / dayMs);
    const lines = [
      ...contacts.map((contact) => `Contact: ${contact}`),
      `Expires: ${new Date((today + validDays) * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      ...(ORIGIN ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    ];
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'private, max-age=600' });
  });
  return routes;
}
