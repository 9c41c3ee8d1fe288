import { isDeepStrictEqual } from 'node:util';
import { AppError } from '#shared/errors/app-error.ts';
import {
  type MailServer,
  type MailServerInput,
  mailServer,
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

/** A mail server with its password; empty if it needs none. */
export interface MailServerWithPassword extends MailServer {
  password: string;
}

/** The mail server that an admin saved: with its password, which is null if this node cannot decrypt it. */
export async function readMailServer(
  ctx: StoredCtx,
): Promise<(MailServer & { password: string | null }) | null> {
  const stored = await readStoredService(ctx, 'mail');
  return stored && { ...mailServer.parse(stored.settings), password: stored.secret };
}

/**
 * The mail server for its page, without its password. `source` says whether the environment or the page has it.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function getMailService(ctx: Ctx): Promise<{
  source: 'environment' | 'page' | null;
  needsOrigin: boolean;
  server: MailServer | null;
  hasPassword: boolean;
}> {
  requireAdmin(ctx);
  const { isInEnvironment, needsOrigin } = ctx.operations.mailService;
  const stored = isInEnvironment ? null : await readMailServer(ctx);
  const { password = null, ...server } = stored ?? {};
  return {
    source: isInEnvironment ? 'environment' : stored ? 'page' : null,
    needsOrigin,
    server: stored && (server as MailServer),
    hasPassword: password !== '',
  };
}

/**
 * Saves the mail server of the site. It counts at once, on every node. The password that is stored is kept only for
 * the same server and the same name: otherwise it would be sent to somebody else.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`, `origin-needed`, `bad-input`
 * (the password must be typed again).
 */
export async function saveMailServer(ctx: Ctx, input: MailServerInput): Promise<void> {
  const { id } = requireAdmin(ctx);
  requireSettable(ctx);
  await saveStoredService(ctx, { service: 'mail', adminId: id }, async (stored) => {
    const { password, ...settings } = await complete(stored, input);
    return { settings, secret: password };
  });
  await publish(ctx);
}

/**
 * Removes the mail server that an admin saved. Then mails are files again.
 * @throws AppError `login-required`, `admins-only`, `proof-required`, `set-in-environment`.
 */
export async function removeMailServer(ctx: Ctx): Promise<void> {
  const { id } = requireAdmin(ctx);
  requireSettable(ctx);
  await removeStoredService(ctx, { service: 'mail', adminId: id });
  await publish(ctx);
}

/**
 * Connects to a mail server and logs in there, before it is saved. Returns its error; null if it works.
 * @throws AppError as `saveMailServer`, and `rate-limited`.
 */
export async function testMailServer(ctx: Ctx, input: MailServerInput): Promise<string | null> {
  const { id } = requireAdmin(ctx);
  requireSettable(ctx);
  await requireFreshProof(ctx);
  await ctx.rateLimiter.take('system-acts-by-account', id);
  const server = await complete(ctx, input);
  return runServiceTest(ctx, { service: 'mail', adminId: id }, () =>
    ctx.operations.mailService.test(server),
  );
}

function requireSettable({ operations }: Pick<Ctx, 'operations'>): void {
  const { isInEnvironment, needsOrigin } = operations.mailService;
  if (isInEnvironment) throw new AppError('set-in-environment');
  // Links with secret tokens must not use the host of a request's Host header.
  if (needsOrigin) throw new AppError('origin-needed');
}

/** The input with the stored password, if it is for the same server. */
async function complete(
  ctx: StoredCtx,
  { password, ...typed }: MailServerInput,
): Promise<MailServerWithPassword> {
  if (password !== '' || typed.username === '') return { ...typed, password };
  const stored = await readMailServer(ctx);
  if (stored) {
    const { password: kept, ...server } = stored;
    if (kept !== null && isDeepStrictEqual(server, typed)) return { ...typed, password: kept };
  }
  const text = stored
    ? 'Type the password again. The stored one is for the server and the username that were saved.'
    : 'Type the password of this username.';
  throw new AppError('bad-input', { fields: { password: text } });
}

/** Lets this node use it before the page is shown, and the others at once. */
async function publish({ accounts, events }: Pick<Ctx, 'accounts' | 'events'>): Promise<void> {
  await accounts.mailer.refresh?.();
  events.publish({ type: 'read-outdated', read: serviceRead('mail') });
}
