import { Hono } from 'hono';
import { registerByEmail } from '#domain/accounts/api-clients/register-by-email.ts';
import { resendConfirmation } from '#domain/accounts/api-clients/resend-confirmation.ts';
import { requestPasswordReset } from '#domain/accounts/passwords/request-password-reset.ts';
import { resetPassword } from '#domain/accounts/passwords/reset-password.ts';
import { confirmEmail } from '#domain/accounts/registration/confirm-email.ts';
import {
  confirmInput,
  forgotPasswordInput,
  registerByEmailInput,
  resetPasswordInput,
} from '#shared/schemas/accounts.ts';
import { type Env, type RealmOptions, type Routes, readBody } from './realm-context.ts';

/**
 * Registration, confirmation and forgotten passwords by email. A client that is logged in sends its
 * token along; it is not read. The `tokenId` of a link is not, either: the token alone is its secret.
 */
export function emailRoutes(door: RealmOptions): Routes {
  const routes = new Hono<Env>();

  routes.post('/register', async (c) => {
    await registerByEmail(door.ctxOf(c), await readBody(c, registerByEmailInput));
    return c.body(null, 201);
  });
  routes.post('/confirm', async (c) => {
    await confirmEmail(door.ctxOf(c), await readBody(c, confirmInput));
    return c.body(null, 200);
  });
  // Functions of an app of its own could confirm and reset; ours do so by mail, when they are called too.
  routes.on('POST', ['/confirm/send', '/confirm/call'], async (c) => {
    await resendConfirmation(door.ctxOf(c), await readBody(c, forgotPasswordInput));
    return c.body(null, 200);
  });
  routes.post('/reset', async (c) => {
    await resetPassword(door.ctxOf(c), await readBody(c, resetPasswordInput));
    return c.body(null, 200);
  });
  // The password that a call brings is not believed: whoever gets the mail chooses one.
  routes.on('POST', ['/reset/send', '/reset/call'], async (c) => {
    await requestPasswordReset(door.ctxOf(c), await readBody(c, forgotPasswordInput));
    return c.body(null, 200);
  });
  return routes;
}
