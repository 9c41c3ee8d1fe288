import { and, asc, eq, max } from 'drizzle-orm';
import { cardKinds, cardSetVersions, games } from '#database/schema.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requireCatalogEditor } from '../../accounts/roles/require-catalog-editor.ts';
import type { Ctx } from '../../context.ts';
import { selectCardPicture } from '../card-picture.ts';
import { calculateOdds } from '../draw-card.ts';
import { glyphOfPath } from './glyph-picture.ts';

/** A card of a game of the site as its editors see it. */
export interface EditedCard {
  kindId: string;
  name: string;
  description: string;
  rarity: Rarity;
  pictureId: string | null;
  /** The glyph of a drawn picture. */
  glyph: string | null;
  /** The path of the picture as players see it. */
  shownPath: string;
}

/**
 * The card set of a game of the site as its editors see it: the newest version (0 while the game has the set that
 * other games share) with its cards, and the cards that only earlier versions had.
 * @throws AppError `login-required`, `catalog-editors-only`, `game-not-found`.
 */
export async function getCardSet(ctx: Ctx, gameId: number) {
  requireCatalogEditor(ctx);
  const [[game], [saved], kinds] = await Promise.all([
    ctx.db
      .select({ name: games.name })
      .from(games)
      .where(and(eq(games.id, gameId), eq(games.source, 'own'))),
    ctx.db
      .select({ version: max(cardSetVersions.version) })
      .from(cardSetVersions)
      .where(eq(cardSetVersions.gameId, gameId)),
    ctx.db
      .select({
        kindId: cardKinds.id,
        name: cardKinds.name,
        description: cardKinds.description,
        rarity: cardKinds.rarity,
        pictureId: cardKinds.pictureId,
        isCurrent: cardKinds.isCurrent,
        stored: cardKinds.picture,
        shownPath: selectCardPicture(cardKinds.gameId),
      })
      .from(cardKinds)
      .where(eq(cardKinds.gameId, gameId))
      .orderBy(asc(cardKinds.position), asc(cardKinds.id)),
  ]);
  if (!game) throw new AppError('game-not-found');
  const toCard = ({ stored, isCurrent, ...card }: (typeof kinds)[number]): EditedCard => ({
    ...card,
    glyph: glyphOfPath(stored),
  });
  return {
    name: game.name,
    version: saved?.version ?? 0,
    cards: kinds.filter(({ isCurrent }) => isCurrent).map(toCard),
    earlier: kinds.filter(({ isCurrent }) => !isCurrent).map(toCard),
  };
}

/** The odds of each card of a set, from 0 to 1. */
export function listOdds(cards: readonly { rarity: Rarity }[]): number[] {
  return cards.map((card) => calculateOdds(card, cards));
}
