import { z } from 'zod';
import { cardSetConstants } from '../constants/card-sets.ts';
import { type Rarity, rarities } from '../constants/rarity.ts';
import { atMostText } from '../format/texts/characters.ts';
import { toOneLine } from './fields/one-line.ts';

const { cardsMin, cardsMax, nameMax, descriptionMax } = cardSetConstants;

/** A card of a set as an editor writes it. */
export interface CardSetRow {
  /** The kind that it is; null for a new card. */
  kindId: string | null;
  name: string;
  description: string;
  rarity: Rarity;
  /** An uploaded picture of the site, or one that is drawn from a glyph. */
  picture: { pictureId: string; glyph?: undefined } | { pictureId: null; glyph: string };
}

export interface CardSetInput {
  /** The version that the editor has read; 0 before the first. */
  version: number;
  cards: CardSetRow[];
}

/** The texts of a card of a set, by the names that their fields begin with. */
export const cardFields = z.object({
  kindId: z
    .string()
    .regex(/^[a-z0-9-]{0,100}$/, 'Reload the page and try again.')
    .default('')
    .transform((text) => text || null),
  name: z
    .string('Enter a name.')
    .overwrite(toOneLine)
    .min(1, 'Enter a name.')
    .max(nameMax, atMostText(nameMax)),
  description: z
    .string()
    .default('')
    .overwrite(toOneLine)
    .pipe(z.string().max(descriptionMax, atMostText(descriptionMax))),
  rarity: z.enum(rarities, 'Choose a rarity.'),
  pictureId: z
    .union([z.literal(''), z.uuid('Reload the page and try again.')])
    .default('')
    .transform((text) => text || null),
  glyph: z
    .string()
    .regex(/^[a-z-]{0,50}$/, 'Choose a picture.')
    .default(''),
});

/** How many rows the form of a set has, and the version that the editor has read. */
export const cardSetHead = z.object({
  version: z.coerce.number().int().min(0).default(0),
  rows: z.coerce.number().int().min(0).max(cardsMax).default(0),
  odds: z.string().max(200).default(''),
});

/** What is wrong with the cards together, by row; null for a set without an error. */
export function findSetProblem(cards: readonly Pick<CardSetRow, 'name'>[]) {
  if (cards.length < cardsMin || cards.length > cardsMax) {
    return { row: null, text: `A set has ${cardsMin} to ${cardsMax} cards.` };
  }
  const names = cards.map(({ name }) => name.toLowerCase());
  const row = names.findIndex((name, index) => names.indexOf(name) !== index);
  return row < 0 ? null : { row, text: 'Another card of the set has this name.' };
}
