import type { Ctx } from '../context.ts';
import { createLinkToken } from './mail-link.ts';

/** Mails the link that confirms a new account's address. */
export async function mailConfirmation(
  ctx: Ctx,
  userId: string,
  user: { email: string; displayUsername: string },
): Promise<void> {
  const token = await createLinkToken(ctx.db, 'confirm', userId, ctx.clock.now());
  await ctx.mailer.send({
    to: user.email,
    subject: 'Confirm your email for Guildhall',
    text: [
      `Welcome, ${user.displayUsername}!`,
      '',
      'Open this link to confirm your email. It works once, for an hour.',
      `${ctx.publicOrigin}/confirm?token=${token}`,
      '',
      'If you did not register, ignore this mail.',
    ].join('\n'),
  });
}

/** Tells an address's owner that somebody tried to register with it: the screen does not say so. */
export async function mailEmailTaken(ctx: Ctx, email: string): Promise<void> {
  await ctx.mailer.send({
    to: email,
    subject: 'You already have a Guildhall account',
    text: [
      'Somebody tried to register at Guildhall with this email, but it already has an account.',
      '',
      'If it was you, log in, or choose a new password here:',
      `${ctx.publicOrigin}/forgot-password`,
      '',
      'If it was not you, ignore this mail: nothing has changed.',
    ].join('\n'),
  });
}
