import { z } from 'zod';
import { logInByFunction } from '#domain/accounts/api-clients/log-in-by-function.ts';
import { logInGuestByFunction } from '#domain/accounts/api-clients/log-in-guest-by-function.ts';
import { logOutLoginId } from '#domain/accounts/api-clients/log-out-login-id.ts';
import { registerAccount } from '#domain/accounts/registration/register.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { logInInput, registerInput } from '#shared/schemas/accounts.ts';
import { actor, fields, loginId, value } from './arguments.ts';
import { type FunctionRow, form } from './define-function.ts';
import { readInput } from './read-input.ts';

const typed = z.string().max(1_000, 'is too long');
const username = value('username', 'string', typed, '3 to 20 letters, digits, _ and -.');
const password = value('password', 'string', typed, '8 to 128 characters.');

export const accountFunctions: FunctionRow[] = [
  {
    name: 'rateLimit',
    group: 'Session',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'Takes one from the budget of this caller and of its address: 60 and 300 a minute. It fails when either is used up.',
    forms: [
      form(
        [value('x', 'anything', z.unknown(), 'Not read.')],
        async (ctx, _, { appUserId, actor }) => {
          await ctx.rateLimiter.take('function-by-address', ctx.request.address);
          await ctx.rateLimiter.take('function-by-caller', actor?.id ?? appUserId);
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['Ada'], answer: { success: true } },
  },
  {
    name: 'registerUser',
    group: 'Session',
    callers: 'anybody',
    tellsNo: 'error',
    says: 'Registers a player, who logs in next. A guest whom the session is bound to keeps everything and logs in anew.',
    forms: [
      form(
        [
          fields(
            'user',
            [value('email', 'string', typed, 'An address.'), username, password],
            'Who registers.',
          ),
        ],
        async (ctx, [user]) => {
          const input = readInput(registerInput, user);
          // A session of a player may register others: it is a program's, not a person's.
          const guest = ctx.actor?.role === 'guest' ? ctx.actor : null;
          await registerAccount({ ...ctx, actor: guest }, input);
          return { success: true, result: { username: input.username } };
        },
      ),
    ],
    example: {
      arguments: [{ email: 'ada@example.com', username: 'Ada', password: 'correct horse' }],
      answer: { success: true, result: { username: 'Ada' } },
    },
  },
  {
    name: 'loginUser',
    group: 'Session',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'Logs a player in and binds the player to this session. The loginId proves the player where it is sent along; it lasts 30 days.',
    forms: [
      form([fields('user', [username, password], 'Who logs in.')], (ctx, [user], caller) =>
        logInByFunction(ctx, caller, readInput(logInInput, user)),
      ),
    ],
    example: {
      arguments: [{ username: 'ada', password: 'correct horse' }],
      answer: { username: 'Ada', loginId: 'q3v…' },
    },
  },
  {
    name: 'loginGuestUser',
    group: 'Session',
    callers: 'anybody',
    tellsNo: 'throws',
    says: 'Makes a guest and binds it to this session, unless somebody is bound to it.',
    forms: [form([], (ctx, _, caller) => logInGuestByFunction(ctx, caller))],
    example: { arguments: [], answer: { username: 'Guest-k7m2pd', loginId: 'x8t…' } },
  },
  {
    name: 'logoutUser',
    group: 'Session',
    callers: 'logged in',
    tellsNo: 'throws',
    says: 'Ends a loginId, and what is connected by it.',
    forms: [
      form([actor('username'), loginId()], async (ctx, [username, loginId]) => {
        if (!loginId) throw new AppError('login-required');
        await logOutLoginId(ctx, { username, loginId });
        return { success: true };
      }),
    ],
    example: { arguments: ['Ada', 'q3v…'], answer: { success: true } },
  },
];
