import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { grantCard } from '#domain/moderation/grant-card.ts';
import { reasonInput } from '#shared/schemas/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import {
  actorArgument,
  loginIdArgument,
  longTextSchema,
  nameSchema,
  subjectArgument,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';

export const moderationFunctions: RealmFunction[] = [
  {
    name: 'addCardToInventory',
    group: 'Moderation',
    callers: 'admin',
    errorStyle: 'throws',
    description:
      'Gives a player a new card of a game’s set. The moderation log keeps it with its reason. Players collect cards by rewardCard.',
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          subjectArgument('targetUsername', 'Who gets the card.'),
          valueArgument('gameName', 'string', nameSchema, 'The game that the card is of.'),
          valueArgument('cardName', 'string', nameSchema, 'A card of its set.'),
          valueArgument('reason', 'string', longTextSchema, '3 to 300 characters, for the log.'),
        ],
        async (ctx, { targetUsername, gameName, cardName, reason: typed }) => {
          const { reason } = parseInput(z.object({ reason: reasonInput }), { reason: typed });
          const { card } = await grantCard(ctx, {
            username: targetUsername,
            game: gameName,
            card: cardName,
            reason,
            key: randomUUID(),
          });
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
