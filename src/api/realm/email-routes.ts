import { Hono } from 'hono';
import { registerByEmail } from '#domain/accounts/api-clients/credentials/register-by-email.ts';
import { resendEmailConfirmation } from '#domain/accounts/api-clients/credentials/resend-email-confirmation.ts';
import { requestPasswordReset } from '#domain/accounts/passwords/request-password-reset.ts';
import { resetPassword } from '#domain/accounts/passwords/reset-password.ts';
import { confirmEmail } from '#domain/accounts/registration/confirm-email.ts';
import {
  confirmInput,
  forgotPasswordInput,
  registerByEmailInput,
  resetPasswordInput,
} from '#shared/schemas/accounts/accounts.ts';
import { parseBody, type RealmEnv, type RealmOptions, type RealmRoutes } from './realm-context.ts';

/**
 * Routes for registration, confirmation and password reset by email. Two things that clients send are
 * ignored: the access token of a session, and the `tokenId` of a link, because the token alone is secret.
 */
export function createEmailRoutes(options: RealmOptions): RealmRoutes {
  const routes = new Hono<RealmEnv>();

  routes.post('/register', async (c) => {
    await registerByEmail(options.createCtx(c), await parseBody(c, registerByEmailInput));
    return c.body(null, 201);
  });
  routes.post('/confirm', async (c) => {
    await confirmEmail(options.createCtx(c), await parseBody(c, confirmInput));
    return c.body(null, 200);
  });
  // On the hosted service, an app can confirm and reset by its own functions (`/call`). Here both send a mail.
  routes.on('POST', ['/confirm/send', '/confirm/call'], async (c) => {
    await resendEmailConfirmation(options.createCtx(c), await parseBody(c, forgotPasswordInput));
    return c.body(null, 200);
  });
  routes.post('/reset', async (c) => {
    await resetPassword(options.createCtx(c), await parseBody(c, resetPasswordInput));
    return c.body(null, 200);
  });
  // A password in the call is ignored: the person who receives the mail chooses one.
  routes.on('POST', ['/reset/send', '/reset/call'], async (c) => {
    await requestPasswordReset(options.createCtx(c), await parseBody(c, forgotPasswordInput));
    return c.body(null, 200);
  });
  return routes;
}
