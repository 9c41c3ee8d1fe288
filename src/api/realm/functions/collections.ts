import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { craftBadge } from '#domain/crafting/craft-badge.ts';
import { listBadgesByUsername } from '#domain/crafting/list-badges.ts';
import { recycleCards } from '#domain/crafting/recycle-cards.ts';
import { requireGameByName } from '#domain/game-library/find-game-by-name.ts';
import { rarities } from '#shared/constants/rarity.ts';
import {
  actorArgument,
  loginIdArgument,
  nameSchema,
  subjectArgument,
  valueArgument,
} from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import { examplePicture } from './examples.ts';

const game = valueArgument('gameName', 'string', nameSchema, 'The name of the game.');

/** The functions of badges and of recycling cards. */
export const collectionFunctions: RealmFunction[] = [
  {
    name: 'craftBadge',
    group: 'Games and cards',
    callers: 'logged in',
    errorStyle: 'success or error',
    description:
      'Crafts the next level of your badge of a game, 1 to 5. It uses up one card of each kind of the set and gives 100 experience for each level.',
    signatures: [
      defineSignature(
        [actorArgument('username'), loginIdArgument(), game],
        async (ctx, { gameName }) => {
          const gameId = await requireGameByName(ctx, gameName);
          const { level, experience } = await craftBadge(ctx, { gameId, key: randomUUID() });
          return { success: true, level, experience };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Portal 2'],
      answer: { success: true, level: 1, experience: 100 },
    },
  },
  {
    name: 'recycleCards',
    group: 'Games and cards',
    callers: 'logged in',
    errorStyle: 'success or error',
    description:
      'Turns ten duplicates of a rarity of a game into one card of the next rarity that the set has. The first copy of each card stays. Kinds that you are missing are three times as likely as others.',
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          loginIdArgument(),
          game,
          valueArgument('rarity', 'string', z.enum(rarities), 'The rarity of the ten cards.'),
        ],
        async (ctx, { gameName, rarity }) => {
          const gameId = await requireGameByName(ctx, gameName);
          const { card } = await recycleCards(ctx, { gameId, rarity, key: randomUUID() });
          return {
            success: true,
            card: { name: card.name, pic: card.picture, rarity: card.rarity },
          };
        },
      ),
    ],
    example: {
      arguments: ['Ada', null, 'Portal 2', 'common'],
      answer: {
        success: true,
        card: { name: 'Cat', pic: examplePicture('default-cat'), rarity: 'uncommon' },
      },
    },
  },
  {
    name: 'getBadgesFromUser',
    group: 'Games and cards',
    callers: 'anybody',
    errorStyle: 'error',
    description:
      'The level and experience of a player, and the player’s badges, highest first: at most 1,000.',
    hasLargeResult: true,
    signatures: [
      defineSignature([subjectArgument('username')], async (ctx, { username }) => {
        const { badges, ...progress } = await listBadgesByUsername(ctx, username);
        return {
          ...progress,
          badges: badges.map(({ gameName, level }) => ({ gameName, level })),
        };
      }),
    ],
    example: {
      arguments: ['Ada'],
      answer: { level: 1, experience: 100, badges: [{ gameName: 'Portal 2', level: 1 }] },
    },
  },
];
