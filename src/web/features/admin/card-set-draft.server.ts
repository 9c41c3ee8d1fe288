import { listOdds } from '#domain/card-sets/get-card-set.ts';
import { requireFairSet } from '#domain/card-sets/save-card-set.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadSitePicture } from '#domain/gallery/site-pictures/upload-site-picture.ts';
import { findSitePictures } from '#domain/site/pictures/find-site-pictures.ts';
import { cardSetConstants } from '#shared/constants/card-sets.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import {
  type CardSetRow,
  cardFields,
  cardSetHead,
  findSetProblem,
} from '#shared/schemas/card-sets.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { type CardSetDraft, type DraftCard, emptyCard } from './card-set-draft.ts';

/**
 * Reads the form of a card set. Files are uploaded at once, so that the next form names them; a picture that no
 * set uses is deleted after an hour.
 */
export async function readDraft(
  ctx: Ctx,
  form: FormData,
  signal: AbortSignal,
): Promise<CardSetDraft & { shownOdds: string }> {
  const { version, rows, odds: shownOdds } = parseInput(cardSetHead, form);
  const files = form.getAll('file');
  const cards: DraftCard[] = [];
  for (let index = 0; index < rows; index += 1) {
    const text = (name: string) => {
      const value = form.get(`${name}-${index}`);
      return typeof value === 'string' ? value : '';
    };
    const rarity = rarities.find((one) => one === text('rarity'));
    if (!rarity) throw new AppError('bad-input', { text: 'Choose a rarity.' });
    const card = {
      ...emptyCard,
      kindId: text('kindId'),
      name: text('name'),
      description: text('description'),
      rarity,
      pictureId: text('glyph') === '' ? text('pictureId') : '',
      glyph: text('glyph'),
      problems: {},
    };
    // Without a file the browser sends an empty one, so each row has its own.
    const file = files.length === rows ? files[index] : undefined;
    cards.push(await withFile(ctx, card, file, signal));
  }
  return { version, cards: await withPaths(ctx, cards), odds: null, problem: null, shownOdds };
}

async function withFile(
  ctx: Ctx,
  card: DraftCard,
  file: FormDataEntryValue | undefined,
  signal: AbortSignal,
): Promise<DraftCard> {
  if (!(file instanceof File) || file.size === 0) return card;
  try {
    const { id } = await uploadSitePicture(ctx, file, signal);
    return { ...card, pictureId: id, glyph: '' };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { ...card, problems: { file: error.message } };
  }
}

async function withPaths(ctx: Ctx, cards: readonly DraftCard[]): Promise<DraftCard[]> {
  const isId = (text: string) => cardFields.shape.pictureId.safeParse(text).success && text !== '';
  const ids = cards.flatMap(({ pictureId }) => (isId(pictureId) ? [pictureId] : []));
  const found = new Map(
    (await findSitePictures(ctx.db, ids)).map((picture) => [picture.id, picture.thumbnail.path]),
  );
  return cards.map((card) => ({ ...card, picturePath: found.get(card.pictureId) ?? null }));
}

/** Checks the rows and the set. Returns the cards only if all of them can be saved. */
export function checkDraft(
  draft: CardSetDraft,
  weights: Record<Rarity, number>,
): {
  draft: CardSetDraft;
  checked: CardSetRow[] | null;
} {
  const rows = draft.cards.map(checkCard);
  const cards = rows.map(({ card }) => card);
  const checked = rows.flatMap(({ row }) => row ?? []);
  if (checked.length < rows.length) {
    return { draft: { ...draft, cards, problem: 'Some cards need a change.' }, checked: null };
  }
  const found = findSetProblem(checked);
  const named = cards.map((card, index) =>
    index === found?.row ? { ...card, problems: { name: found.text } } : card,
  );
  const problem = found ? (found.row === null ? found.text : 'Some cards need a change.') : null;
  if (problem) return { draft: { ...draft, cards: named, problem }, checked: null };
  try {
    requireFairSet(checked, weights);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { draft: { ...draft, cards, problem: error.message }, checked: null };
  }
  return { draft: { ...draft, cards, odds: listOdds(checked, weights) }, checked };
}

function checkCard(card: DraftCard): { card: DraftCard; row: CardSetRow | null } {
  const parsed = cardFields.safeParse(card);
  const problems = { ...card.problems };
  for (const { path, message } of parsed.error?.issues ?? []) {
    problems[String(path[0])] ??= message;
  }
  const hasPicture = card.picturePath !== null || card.glyph !== '';
  if (!hasPicture) problems.glyph ??= 'Choose a glyph or upload a picture.';
  if (!parsed.success || Object.keys(problems).length > 0) {
    return { card: { ...card, problems }, row: null };
  }
  const { pictureId, glyph, ...texts } = parsed.data;
  const picture = pictureId ? { pictureId } : { pictureId: null, glyph };
  return { card, row: { ...texts, picture } };
}

/**
 * Changes the rows as the button `intent` says: `add`, `up-3`, `down-3`, `remove-3` or `restore-KIND`. Null for
 * another button. @throws AppError `bad-input` for a row that does not exist.
 */
export function changeRows(
  cards: readonly DraftCard[],
  intent: string,
  earlier: readonly DraftCard[],
): DraftCard[] | null {
  if (intent === 'add') return addRow(cards, emptyCard);
  const [, verb = '', target = ''] = /^(up|down|remove|restore)-([a-z0-9-]+)$/.exec(intent) ?? [];
  if (verb === '') return null;
  if (verb === 'restore') {
    const card = earlier.find(({ kindId }) => kindId === target);
    if (!card) throw new AppError('bad-input');
    return cards.some(({ kindId }) => kindId === target) ? [...cards] : addRow(cards, card);
  }
  const from = Number(target);
  const moved = cards[from];
  if (!moved) throw new AppError('bad-input');
  if (verb === 'remove') return cards.toSpliced(from, 1);
  const to = verb === 'up' ? from - 1 : from + 1;
  const other = cards[to];
  return other ? cards.with(from, other).with(to, moved) : [...cards];
}

function addRow(cards: readonly DraftCard[], card: DraftCard): DraftCard[] {
  if (cards.length >= cardSetConstants.cardsMax) {
    throw new AppError('bad-input', {
      text: `A set has at most ${cardSetConstants.cardsMax} cards.`,
    });
  }
  return [...cards, card];
}
