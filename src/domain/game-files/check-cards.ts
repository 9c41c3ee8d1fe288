import type { Rarity } from '#shared/constants/rarity.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { type CardSetRow, findSetProblem } from '#shared/schemas/card-sets.ts';
import { fileCard } from '#shared/schemas/game-files.ts';
import type { EditedCard, StoredCardSet } from '../card-sets/read-card-sets.ts';
import { requireFairSet } from '../card-sets/save-card-set.ts';
import type { BundleFiles } from './bundle-files.ts';
import type { GameFileRow } from './parse-game-file.ts';
import { listProblems, type RowProblem } from './row-problem.ts';

interface Sources {
  /** Null for a new game. */
  stored: StoredCardSet | null;
  /** The glyphs that there are. */
  glyphs: readonly string[];
  /** The odds by rarity. */
  weights: Record<Rarity, number>;
  /** Null if there are no files beside the file with games. */
  files: BundleFiles | null;
}

type Picture = CardSetRow['picture'];

/**
 * Compares the cards of a row with the set of the game. A card of the same name and rarity is the same card, also
 * one of an earlier version. Without a glyph and a picture it keeps those that it has. Returns null for a set that
 * is the same already.
 */
export function checkCards(
  typed: GameFileRow['more']['cards'],
  { stored, glyphs, weights, files }: Sources,
): { set: CardSetRow[] | null; problems: RowProblem[] } {
  if (typed === null) return { set: null, problems: [] };
  const set: CardSetRow[] = [];
  const problems: RowProblem[] = [];
  const known = [...(stored?.cards ?? []), ...(stored?.earlier ?? [])];
  for (const [index, row] of typed.entries()) {
    const column = `cards.${index + 1}`;
    const texts = { ...row, description: row.description ?? '', glyph: row.glyph ?? '' };
    const { data: card, error } = fileCard.safeParse(texts);
    if (!card) {
      problems.push(...listProblems(error, column));
      continue;
    }
    const { name, description, rarity } = card;
    const before = known.find(
      (one) => one.rarity === rarity && one.name.toLowerCase() === name.toLowerCase(),
    );
    const picture = choosePicture({ ...row, glyph: card.glyph }, before, { glyphs, files });
    if ('problem' in picture) problems.push({ column, text: picture.problem });
    else set.push({ kindId: before?.kindId ?? null, name, description, rarity, picture });
  }
  if (problems.length > 0) return { set: null, problems };
  const problem = findSetProblem(set)?.text ?? findUnfairness(set, weights);
  if (problem) return { set: null, problems: [{ column: 'cards', text: problem }] };
  return { set: stored && isSameSet(stored.cards, set) ? null : set, problems };
}

function choosePicture(
  { glyph, picture }: { glyph: string; picture?: string | null | undefined },
  before: EditedCard | undefined,
  { glyphs, files }: Pick<Sources, 'glyphs' | 'files'>,
): Picture | { problem: string } {
  if (picture) {
    const found = files?.pictures.get(picture);
    if (!found)
      return { problem: 'Pictures are read from a zip: put this file and its pictures into one.' };
    // A picture that is not stored yet has no id: its path stands for it.
    return 'problem' in found ? found : { pictureId: found.id ?? picture };
  }
  if (glyph) {
    if (glyphs.includes(glyph)) return { pictureId: null, glyph };
    return { problem: `There is no glyph “${glyph}”.` };
  }
  if (before?.pictureId) return { pictureId: before.pictureId };
  if (before?.glyph) return { pictureId: null, glyph: before.glyph };
  return { problem: 'A new card needs a glyph.' };
}

function findUnfairness(
  set: readonly CardSetRow[],
  weights: Record<Rarity, number>,
): string | null {
  try {
    requireFairSet(set, weights);
    return null;
  } catch (error) {
    if (isAppError(error)) return error.message;
    throw error;
  }
}

function isSameSet(current: readonly EditedCard[], set: readonly CardSetRow[]): boolean {
  const list = (cards: readonly Omit<CardSetRow, 'picture'>[], pictures: (string | null)[]) =>
    JSON.stringify(
      cards.map(({ kindId, name, description, rarity }, index) => [
        ...[kindId, name, description, rarity],
        pictures[index],
      ]),
    );
  return (
    list(
      current,
      current.map(({ pictureId, glyph }) => pictureId ?? glyph),
    ) ===
    list(
      set,
      set.map(({ picture }) => picture.pictureId ?? picture.glyph),
    )
  );
}
