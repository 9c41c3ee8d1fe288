import { Hono } from 'hono';
import { z } from 'zod';
import { registerByEmail } from '#domain/accounts/app/register-by-email.ts';
import { resendConfirmation } from '#domain/accounts/app/resend-confirmation.ts';
import { confirmEmail } from '#domain/accounts/confirm-email.ts';
import { requestPasswordReset } from '#domain/accounts/request-password-reset.ts';
import { resetPassword } from '#domain/accounts/reset-password.ts';
import {
  confirmInput,
  forgotPasswordInput,
  registerByEmailInput,
  resetPasswordInput,
} from '#shared/inputs/accounts.ts';
import { WireFault } from './answers.ts';
import { type Door, type Env, type Routes, readBody } from './door.ts';

const resetCallInput = z.object({
  email: z.string(),
  password: z.string(),
  arguments: z.array(z.unknown()).default([]),
});

/**
 * Registration, confirmation and forgotten passwords by email. A client that is logged in sends its
 * token along; it is not read. The `tokenId` of a link is not, either: the token alone is its secret.
 */
export function emailRoutes(door: Door): Routes {
  const routes = new Hono<Env>();

  routes.post('/register', async (c) => {
    await registerByEmail(door.ctxOf(c), await readBody(c, registerByEmailInput));
    return c.body(null, 201);
  });
  routes.post('/confirm', async (c) => {
    await confirmEmail(door.ctxOf(c), await readBody(c, confirmInput));
    return c.body(null, 200);
  });
  routes.post('/confirm/send', async (c) => {
    await resendConfirmation(door.ctxOf(c), await readBody(c, forgotPasswordInput));
    return c.body(null, 200);
  });
  routes.post('/reset', async (c) => {
    await resetPassword(door.ctxOf(c), await readBody(c, resetPasswordInput));
    return c.body(null, 200);
  });
  routes.post('/reset/send', async (c) => {
    await requestPasswordReset(door.ctxOf(c), await readBody(c, forgotPasswordInput));
    return c.body(null, 200);
  });

  // An app of the hosted backend could have functions for these. None is here: mailed links do it.
  routes.post('/confirm/call', async (c) => {
    const { email } = await readBody(c, forgotPasswordInput);
    throw new WireFault(
      400,
      'BadRequest',
      `cannot confirm "${email}": no confirmation function is configured, ask for a mail instead`,
    );
  });
  routes.post('/reset/call', async (c) => {
    const { email } = await readBody(c, resetCallInput);
    throw new WireFault(
      400,
      'BadRequest',
      `failed to reset password for user "${email.slice(0, 254)}": no reset function is configured, ask for a mail instead`,
    );
  });

  return routes;
}
