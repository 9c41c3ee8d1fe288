import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { grantCard } from '#domain/moderation/accounts/grant-card.ts';
import { reasonInput } from '#shared/schemas/moderation/moderation.ts';
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
import { examplePicture } from './examples.ts';

export const moderationFunctions: RealmFunction[] = [
  {
    name: 'addCardToInventory',
    group: 'Moderation',
    callers: 'admin',
    errorStyle: 'throws',
    description:
      'Gives a player a new card of a game’s card set and adds an entry with the reason to the moderation log. Players get cards by rewardCard.',
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          subjectArgument('targetUsername', 'The username of the player who gets the card.'),
          valueArgument(
            'gameName',
            'string',
            nameSchema,
            'The name of the game that the card belongs to.',
          ),
          valueArgument(
            'cardName',
            'string',
            nameSchema,
            'The name of a card in the card set of the game.',
          ),
          valueArgument(
            'reason',
            'string',
            longTextSchema,
            'The reason for the log, 3 to 300 characters.',
          ),
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
          pic: examplePicture('default-crown'),
          rarity: 'legendary',
        },
      },
    },
  },
];
