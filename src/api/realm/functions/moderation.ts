import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { grantCard } from '#domain/moderation/grant-card.ts';
import { reasonInput } from '#shared/schemas/moderation.ts';
import { actor, loginId, longText, nameText, subject, value } from './arguments.ts';
import { type FunctionRow, form } from './define-function.ts';
import { readInput } from './read-input.ts';

export const moderationFunctions: FunctionRow[] = [
  {
    name: 'addCardToInventory',
    group: 'Moderation',
    callers: 'admin',
    tellsNo: 'throws',
    says: 'Gives a player a new card of a game’s set. The moderation log keeps it with its reason. Players collect cards by rewardCard.',
    forms: [
      form(
        [
          actor('username'),
          loginId(),
          subject('targetUsername', 'Who gets the card.'),
          value('gameName', 'string', nameText, 'The game that the card is of.'),
          value('cardName', 'string', nameText, 'A card of its set.'),
          value('reason', 'string', longText, '3 to 300 characters, for the log.'),
        ],
        async (ctx, [, , username, game, cardName, why]) => {
          const { reason } = readInput(z.object({ reason: reasonInput }), { reason: why });
          const grant = { username, game, card: cardName, reason, key: randomUUID() };
          const { card } = await grantCard(ctx, grant);
          const { name, description, picture, rarity } = card;
          return { success: true, card: { name, desc: description, pic: picture, rarity } };
        },
      ),
    ],
    example: {
      arguments: ['Keeper', null, 'Ada', 'Portal 2', 'Crown', 'Won our tournament.'],
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
