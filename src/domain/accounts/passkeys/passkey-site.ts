import { isIP } from 'node:net';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** What a passkey is bound to. Both come from the configured origin, never from a request. */
interface PasskeySite {
  origin: string;
  /** The relying party id: the host name. */
  rpId: string;
}

/**
 * What passkeys of this site are bound to.
 * @throws AppError `passkeys-unavailable` where browsers have no passkeys, with the reason.
 */
export function requirePasskeySite(ctx: Pick<Ctx, 'site' | 'request'>): PasskeySite {
  const text = explainNoPasskeys(ctx);
  if (text !== null) throw new AppError('passkeys-unavailable', { text });
  const { origin } = ctx.site;
  return { origin, rpId: new URL(origin).hostname };
}

/** Why there are no passkeys here; null if there are. */
export function explainNoPasskeys({ site, request }: Pick<Ctx, 'site' | 'request'>): string | null {
  if (!hasPasskeys(site.origin)) {
    return 'Passkeys are off: they need an https address with a host name, and this site has none.';
  }
  // Only for the text: browsers refuse other origins anyway.
  return request.origin === site.origin ? null : `Passkeys work only at ${site.origin}.`;
}

/** Browsers have passkeys on https pages and on localhost, but not for IP addresses. */
function hasPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false;
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
}
