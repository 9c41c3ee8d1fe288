import { AppError } from '#shared/errors/app-error.ts';
import {
  type SignOnInput,
  type SignOnProviderSettings,
  signOnProviderSettings,
} from '#shared/schemas/administration/services.ts';
import { requireFreshProof } from '../../accounts/sessions/fresh-proof.ts';
import type { Ctx } from '../../context.ts';
import { requireAdmin } from '../../permissions/require-moderator.ts';
import {
  removeStoredService,
  runServiceTest,
  saveStoredService,
  serviceRead,
} from './service-changes.ts';
import { readStoredService, type StoredCtx } from './stored-service.ts';

/** The provider that an admin saved, with the secret of the client, which is null if this node cannot decrypt it. */
export async function readSignOnProvider(
  ctx: StoredCtx,
): Promise<(SignOnProviderSettings & { clientSecret: string | null }) | null> {
  const stored = await readStoredService(ctx, 'sign-on');
  return (
    stored && { ...signOnProviderSettings.parse(stored.settings), clientSecret: stored.secret }
  );
}

/**
 * The provider of single sign-on for its page, without its secret.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function getSignOnService(ctx: Ctx): Promise<{
  source: 'environment' | 'page' | null;
  needsOrigin: boolean;
  provider: SignOnProviderSettings | null;
}> {
  requireAdmin(ctx);
  const { isInEnvironment, needsOrigin } = ctx.operations.signOnService;
  const stored = isInEnvironment ? null : await readSignOnProvider(ctx);
  if (!stored)
    return { source: isInEnvironment ? 'environment' : null, needsOrigin, provider: null };
  const { clientSecret: _, ...provider } = stored;
  return { source: 'page', needsOrigin, provider };
}

/**
 * Saves the provider of single sign-on. It holds at once, on every node. The stored secret is kept only for the same
 * issuer and client: otherwise it would be sent to somebody else. Identities are those of their issuer: with another
 * one they no longer log in.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`, `origin-needed`, `bad-input`
 * (the secret must be typed again).
 */
export async function saveSignOnProvider(ctx: Ctx, input: SignOnInput): Promise<void> {
  const { id } = requireAdmin(ctx);
  requireSettable(ctx);
  await saveStoredService(ctx, { service: 'sign-on', adminId: id }, async (stored) => {
    const { clientSecret, ...settings } = await complete(stored, input);
    return { settings, secret: clientSecret };
  });
  await publish(ctx);
}

/**
 * Removes the provider that an admin saved. The identities of accounts stay, for when it comes back.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`, `origin-needed`.
 */
export async function removeSignOnProvider(ctx: Ctx): Promise<void> {
  const { id } = requireAdmin(ctx);
  requireSettable(ctx);
  await removeStoredService(ctx, { service: 'sign-on', adminId: id });
  await publish(ctx);
}

/**
 * Asks the issuer what it supports, before it is saved. Returns what is wrong, in words; null if it can be used.
 * @throws AppError as `saveSignOnProvider`, and `rate-limited`.
 */
export async function testSignOnProvider(ctx: Ctx, input: SignOnInput): Promise<string | null> {
  const { id } = requireAdmin(ctx);
  const { test } = requireSettable(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const provider = await complete(ctx, input);
  return runServiceTest(ctx, { service: 'sign-on', adminId: id }, () => test(provider));
}

function requireSettable({ operations }: Pick<Ctx, 'operations'>) {
  const { signOnService } = operations;
  if (signOnService.isInEnvironment) throw new AppError('set-in-environment');
  // The provider sends browsers back to this address; it must not come from a request's Host header.
  if (signOnService.needsOrigin) throw new AppError('origin-needed');
  return signOnService;
}

/** The input with the stored secret, if it is for the same issuer and client. */
async function complete(ctx: StoredCtx, input: SignOnInput): Promise<SignOnInput> {
  if (input.clientSecret !== '') return input;
  const stored = await readSignOnProvider(ctx);
  if (stored?.issuer === input.issuer && stored.clientId === input.clientId) {
    if (stored.clientSecret !== null) return { ...input, clientSecret: stored.clientSecret };
  }
  const text = stored
    ? 'Type the secret again. The stored one is for the issuer and the client that were saved.'
    : 'Type the secret of the client.';
  throw new AppError('bad-input', { fields: { clientSecret: text } });
}

/** Lets this node use it before the page is shown, and the others at once. */
async function publish({ accounts, events }: Pick<Ctx, 'accounts' | 'events'>): Promise<void> {
  await accounts.refreshSignOn?.();
  events.publish({ type: 'read-outdated', read: serviceRead('sign-on') });
  events.publish({ type: 'site-changed' });
}
