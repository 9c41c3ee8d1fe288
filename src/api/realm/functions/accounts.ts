import { z } from 'zod';
import { endLoginId } from '#domain/accounts/api-clients/login-id-tokens/end-login-id.ts';
import { logInGuestForApi } from '#domain/accounts/api-clients/login-id-tokens/log-in-guest-for-api.ts';
import { logInPlayerForApi } from '#domain/accounts/api-clients/login-id-tokens/log-in-player-for-api.ts';
import { registerAccount } from '#domain/accounts/registration/register.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { logInInput, registerInput } from '#shared/schemas/accounts/accounts.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { actorArgument, loginIdArgument, objectArgument, valueArgument } from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';

const inputText = z.string().max(1_000, 'is too long');
const registeredUser = objectArgument(
  'user',
  [
    valueArgument('email', 'string', inputText, 'The email address.'),
    valueArgument(
      'username',
      'string',
      inputText,
      '3 to 20 letters, digits, _ and -. It starts with a letter or a digit.',
    ),
    valueArgument('password', 'string', inputText, '8 to 128 characters.'),
    valueArgument(
      'invitation',
      'string',
      inputText.optional(),
      'The code of an invitation. It is needed only while the site asks for one.',
    ),
  ],
  'The new player.',
);
const credentials = objectArgument(
  'user',
  [
    valueArgument('username', 'string', inputText, 'The username of the player.'),
    valueArgument('password', 'string', inputText, 'The password of the player.'),
  ],
  'The credentials of the player.',
);

export const accountFunctions: RealmFunction[] = [
  {
    name: 'rateLimit',
    group: 'Session',
    callers: 'anybody',
    errorStyle: 'throws',
    description: `Counts this call: at most ${rateLimits['function-by-caller'].points} a minute for the caller and ${rateLimits['function-by-address'].points} a minute for the IP address. Fails above either limit.`,
    signatures: [
      defineSignature(
        [valueArgument('x', 'anything', z.unknown(), 'Any value. It is ignored.')],
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
      'Registers a player. Call loginUser afterwards. If a guest is bound to the session, the guest becomes this player and keeps games, cards and money. If the server sends mail, the result does not show whether the email address is taken: the owner of the email address gets a mail instead.',
    signatures: [
      defineSignature([registeredUser], async (ctx, { user }) => {
        const input = parseInput(registerInput, user);
        // A program may register accounts although its session belongs to a player.
        const guest = ctx.actor?.role === 'guest' ? ctx.actor : null;
        await registerAccount({ ...ctx, actor: guest }, input);
        return { success: true, result: { username: input.username } };
      }),
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
      'Logs a player in and binds the player to this session. Send the returned loginId in other calls to act as this player. It expires after 30 days, and then the session is no longer bound.',
    signatures: [
      defineSignature([credentials], (ctx, { user }, caller) =>
        logInPlayerForApi(ctx, caller, parseInput(logInInput, user)),
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
    description:
      'Creates a guest and binds it to this session. Fails if the session already has an account. The returned loginId works like that of loginUser.',
    signatures: [defineSignature([], (ctx, _, caller) => logInGuestForApi(ctx, caller))],
    example: { arguments: [], answer: { username: 'Guest-k7m2pd', loginId: 'x8t…' } },
  },
  {
    name: 'logoutUser',
    group: 'Session',
    callers: 'logged in',
    errorStyle: 'throws',
    description: 'Ends a loginId and closes its sockets.',
    signatures: [
      defineSignature(
        [actorArgument('username'), loginIdArgument('The loginId to end. It must not be empty.')],
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
