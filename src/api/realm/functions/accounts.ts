import { z } from 'zod';
import { endLoginId } from '#domain/accounts/api-clients/login-id-tokens/end-login-id.ts';
import { logInGuestForApi } from '#domain/accounts/api-clients/login-id-tokens/log-in-guest-for-api.ts';
import { logInPlayerForApi } from '#domain/accounts/api-clients/login-id-tokens/log-in-player-for-api.ts';
import { registerAccount } from '#domain/accounts/registration/register.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { logInInput, registerInput } from '#shared/schemas/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { actorArgument, loginIdArgument, objectArgument, valueArgument } from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';

const inputText = z.string().max(1_000, 'is too long');
const username = valueArgument(
  'username',
  'string',
  inputText,
  '3 to 20 letters, digits, _ and -.',
);
const password = valueArgument('password', 'string', inputText, '8 to 128 characters.');

export const accountFunctions: RealmFunction[] = [
  {
    name: 'rateLimit',
    group: 'Session',
    callers: 'anybody',
    errorStyle: 'throws',
    description:
      'Takes one from the budget of this caller and of its address: 60 and 300 a minute. It fails when either is used up.',
    signatures: [
      defineSignature(
        [valueArgument('x', 'anything', z.unknown(), 'Not read.')],
        async (ctx, _, { apiUserId, actor }) => {
          await ctx.rateLimiter.take('function-by-address', ctx.request.address);
          await ctx.rateLimiter.take('function-by-caller', actor?.id ?? apiUserId);
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
    errorStyle: 'error',
    description:
      'Registers a player, who logs in next. A guest whom the session is bound to keeps everything and logs in again.',
    signatures: [
      defineSignature(
        [
          objectArgument(
            'user',
            [valueArgument('email', 'string', inputText, 'An address.'), username, password],
            'Who registers.',
          ),
        ],
        async (ctx, { user }) => {
          const input = parseInput(registerInput, user);
          // A session of a player may register other accounts, because it can belong to a program.
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
    errorStyle: 'throws',
    description:
      'Logs a player in and binds the player to this session. The loginId proves the player where it is sent along; it lasts 30 days.',
    signatures: [
      defineSignature(
        [objectArgument('user', [username, password], 'Who logs in.')],
        (ctx, { user }, caller) => logInPlayerForApi(ctx, caller, parseInput(logInInput, user)),
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
    errorStyle: 'throws',
    description: 'Makes a guest and binds it to this session, unless somebody is bound to it.',
    signatures: [defineSignature([], (ctx, _, caller) => logInGuestForApi(ctx, caller))],
    example: { arguments: [], answer: { username: 'Guest-k7m2pd', loginId: 'x8t…' } },
  },
  {
    name: 'logoutUser',
    group: 'Session',
    callers: 'logged in',
    errorStyle: 'throws',
    description: 'Ends a loginId, and what is connected by it.',
    signatures: [
      defineSignature(
        [actorArgument('username'), loginIdArgument()],
        async (ctx, { username, loginId }) => {
          if (!loginId) throw new AppError('login-required');
          await endLoginId(ctx, { username, loginId });
          return { success: true };
        },
      ),
    ],
    example: { arguments: ['Ada', 'q3v…'], answer: { success: true } },
  },
];
