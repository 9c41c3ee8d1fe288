import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { awardCardByName } from '#domain/gameplay/award-card-by-name.ts';
import { startPlaySession } from '#domain/gameplay/start-session.ts';
import { buyGameByName } from '#domain/library/buy-game-by-name.ts';
import { requireGameByName } from '#domain/library/find-game-by-name.ts';
import { listGamesOf } from '#domain/profiles/list-games-of.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { tooManyDecimals } from '#shared/format/amount.ts';
import { centsOf, hasThirdDecimal } from '#shared/format/money.ts';
import { actor, fields, loginId, nameText, subject, value } from './arguments.ts';
import { type FunctionRow, form } from './define-function.ts';

const game = 'Its name; of several games the one that you own, then the most rated.';

export const gameFunctions: FunctionRow[] = [
  {
    name: 'purchaseGame',
    group: 'Games and cards',
    callers: 'logged in',
    tellsNo: 'error',
    says: 'Buys a game. The price is the server’s own: another amount is refused.',
    forms: [
      form(
        [
          fields(
            'purchase',
            [
              actor('username'),
              value('amount', 'number', z.number(), 'Minus what a game costs here, such as -9.99.'),
              value('game', 'string', nameText, game),
            ],
            'What is bought.',
          ),
        ],
        async (ctx, [purchase]) => {
          const amount = centsOf(purchase.amount);
          if (amount === null && hasThirdDecimal(purchase.amount)) {
            throw new AppError('bad-input', { fields: { amount: tooManyDecimals('amount') } });
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
    tellsNo: 'error',
    says: 'The names of a player’s games, the last bought first; 1,000 at most.',
    tellsList: true,
    forms: [
      form([subject('username')], async (ctx, [username]) => ({
        games: await listGamesOf(ctx, { username }),
      })),
    ],
    example: { arguments: ['Ada'], answer: { games: ['Portal 2'] } },
  },
  {
    name: 'startPlaying',
    group: 'Games and cards',
    callers: 'logged in',
    tellsNo: 'success or error',
    says: 'Starts a play session of a game of yours, and ends any other. Milliseconds of its cycle are answered.',
    forms: [
      form(
        [actor('username'), loginId(), value('gameName', 'string', nameText, game)],
        async (ctx, [, , name]) => {
          const state = await startPlaySession(ctx, { gameId: await requireGameByName(ctx, name) });
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
    tellsNo: 'success or error',
    says: 'Awards a card for a full cycle of play, by the server’s clock. Too early, the error says when to ask again; the first call begins to play.',
    forms: [
      form(
        [actor('username'), loginId(), value('gameName', 'string', nameText, game)],
        async (ctx, [, , name]) => {
          const { card } = await awardCardByName(ctx, { game: name, key: randomUUID() });
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
