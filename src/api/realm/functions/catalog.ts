import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { awardCardByName } from '#domain/gameplay/award-card-by-name.ts';
import { startPlaySession } from '#domain/gameplay/start-play-session.ts';
import { buyGameByName } from '#domain/library/buy-game-by-name.ts';
import { requireGameByName } from '#domain/library/find-game-by-name.ts';
import { listNamesOfOwnedGames } from '#domain/profiles/list-names-of-owned-games.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { tooManyDecimalsText } from '#shared/format/amount-field.ts';
import { hasThirdDecimal, toCents } from '#shared/format/money.ts';
import {
  actorArgument,
  loginIdArgument,
  nameSchema,
  objectArgument,
  subjectArgument,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';

const game = 'Its name; of several games the one that you own, then the most rated.';

export const gameFunctions: RealmFunction[] = [
  {
    name: 'purchaseGame',
    group: 'Games and cards',
    callers: 'logged in',
    errorStyle: 'error',
    description: 'Buys a game. The price is the server’s own: another amount is refused.',
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
                'Minus what a game costs here, such as -9.99.',
              ),
              valueArgument('game', 'string', nameSchema, game),
            ],
            'What is bought.',
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
    description: 'The names of a player’s games, the last bought first; 1,000 at most.',
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
      'Starts a play session of a game of yours, and ends any other. Milliseconds of its cycle are answered.',
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
      'Awards a card for a full cycle of play, by the server’s clock. Too early, the error says when to ask again; the first call begins to play.',
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
          pic: '/art/cards/default-crown.svg',
          rarity: 'legendary',
        },
      },
    },
  },
];
