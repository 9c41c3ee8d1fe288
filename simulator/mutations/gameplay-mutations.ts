import type { Mutation } from './mutation.ts';

/** The mutations of play sessions and drawn cards. */
export const gameplayMutations: Mutation[] = [
  {
    name: 'a cycle of play can be claimed before its end',
    patches: [
      {
        file: 'src/domain/gameplay/award-card.ts',
        find: '.where(and(isActiveSession(userId, gameId, now), lte(playSessions.cycleStartedAt, due)))',
        replaceWith:
          '.where(and(isActiveSession(userId, gameId, now), lte(playSessions.startedAt, due)))',
      },
    ],
    statements: [],
  },
  {
    name: 'a legendary card does not end the streak',
    patches: [
      {
        file: 'src/domain/gameplay/record-draw.ts',
        find: 'cardsSinceLegendary: isLegendary ? 0 : cardsBefore + 1',
        replaceWith: 'cardsSinceLegendary: cardsBefore + 1',
      },
    ],
    statements: [],
  },
  {
    name: 'a draw is not written',
    patches: [
      {
        file: 'src/domain/gameplay/record-draw.ts',
        find: 'await tx.insert(cardDraws)',
        replaceWith: "if (card.rarity !== 'uncommon') await tx.insert(cardDraws)",
      },
    ],
    statements: [],
  },
];
