import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { buyGameByName } from '#domain/game-library/buy-game-by-name.ts';
import { requireGameByName } from '#domain/game-library/find-game-by-name.ts';
import { awardCardByName } from '#domain/gameplay/award-card-by-name.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { listNamesOfOwnedGames } from '#domain/profiles/list-names-of-owned-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { tooManyDecimalsText } from '#shared/format/amounts/amount-field.ts';
import { hasThirdDecimal, toCents } from '#shared/format/amounts/money.ts';
import {
  actorArgument,
  loginIdArgument,
  nameSchema,
  objectArgument,
  subjectArgument,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import { examplePicture } from './examples.ts';

const game =
  'The name of the game. If several games have this name, the call uses the one that you own, otherwise the one with the most ratings.';

export const gameFunctions: RealmFunction[] = [
  {
    name: 'purchaseGame',
    group: 'Games and cards',
    callers: 'logged in',
    errorStyle: 'error',
    description: 'Buys a game at its current price.',
    signatures: [
      defineSignature(
        [
          objectArgument(
            'purchase',
            [
              actorArgument('username'),
              valueArgument(
                'amount',
                'number',
                z.number(),
                'The current price of the game as a negative number, such as -9.99. Any other amount is rejected, and the error names the price.',
              ),
              valueArgument('game', 'string', nameSchema, game),
            ],
            'The purchase.',
          ),
        ],
        async (ctx, { purchase }) => {
          const amount = toCents(purchase.amount);
          if (amount === null && hasThirdDecimal(purchase.amount)) {
            throw new AppError('bad-input', { fields: { amount: tooManyDecimalsText('amount') } });
          }
          await buyGameByName(ctx, { game: purchase.game, amount, key: randomUUID() });
          return { success: true };
        },
      ),
    ],
    example: {
      arguments: [{ username: 'Ada', amount: -9.99, game: 'Portal 2' }],
      answer: { success: true },
    },
  },
  {
    name: 'getAllGamesFromUser',
    group: 'Games and cards',
    callers: 'anybody',
    errorStyle: 'error',
    description:
      'The names of a player’s games, last bought first: at most 1,000 names with 256 KB of text together.',
    hasLargeResult: true,
    signatures: [
      defineSignature([subjectArgument('username')], async (ctx, { username }) => ({
        games: await listNamesOfOwnedGames(ctx, { username }),
      })),
    ],
    example: { arguments: ['Ada'], answer: { games: ['Portal 2'] } },
  },
  {
    name: 'startPlaying',
    group: 'Games and cards',
    callers: 'logged in',
    errorStyle: 'success or error',
    description:
      'Starts a play session of a game that you own and ends your other play session. If you are already playing this game, the session continues. The result has the elapsed time and the length of the current cycle, in milliseconds.',
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          valueArgument('gameName', 'string', nameSchema, game),
        ],
        async (ctx, { gameName }) => {
          const gameId = await requireGameByName(ctx, gameName);
          const state = await startPlaySession(ctx, { gameId });
          return { success: true, ...state };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Portal 2'],
      answer: { success: true, elapsedMs: 0, cycleMs: 15_000 },
    },
  },
  {
    name: 'rewardCard',
    group: 'Games and cards',
    callers: 'logged in',
    errorStyle: 'success or error',
    description:
      'Awards a card for a full cycle of play, by the server’s clock. If you are not playing the game, the call starts a play session. Before the cycle is full, the call fails, and retryAfterMs is the remaining time.',
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          valueArgument('gameName', 'string', nameSchema, game),
        ],
        async (ctx, { gameName }) => {
          const { card } = await awardCardByName(ctx, { game: gameName, key: randomUUID() });
          const { description, picture, rarity } = card;
          return {
            success: true,
            card: { name: card.name, desc: description, pic: picture, rarity },
          };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Portal 2'],
      answer: {
        success: true,
        card: {
          name: 'Crown',
          desc: 'Heavy is the head.',
          pic: examplePicture('default-crown'),
          rarity: 'legendary',
        },
      },
    },
  },
];
