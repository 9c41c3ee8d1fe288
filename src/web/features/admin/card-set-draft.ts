import type { Rarity } from '#shared/constants/rarity.ts';

/** A row of the form of a card set, with what is wrong with it by field. */
export interface DraftCard {
  kindId: string;
  name: string;
  description: string;
  rarity: Rarity;
  pictureId: string;
  /** The path of the uploaded picture; null without one. */
  picturePath: string | null;
  glyph: string;
  problems: Record<string, string>;
}

/** A card set that an editor is writing. Nothing of it is stored. */
export interface CardSetDraft {
  version: number;
  cards: DraftCard[];
  /** The odds of each card, if the set can be saved. */
  odds: number[] | null;
  /** What is wrong with the set as a whole. */
  problem: string | null;
}

export const emptyCard: DraftCard = {
  kindId: '',
  name: '',
  description: '',
  rarity: 'common',
  pictureId: '',
  picturePath: null,
  glyph: '',
  problems: {},
};

/** A text for the odds that a form showed. They follow from the rarities in their order. */
export function describeOdds(cards: readonly { rarity: Rarity }[]): string {
  return cards.map(({ rarity }) => rarity[0]).join('');
}
