import { eq, like } from 'drizzle-orm';
import { cardKinds } from '#database/schema.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { CardGlyphs, Ctx } from '../context.ts';

const glyphPath = /^\/art\/cards\/any\/glyph-[a-z]+-([a-z-]+)-[0-9a-f]{8}\.svg$/;

/** The stored path of a card with a chosen glyph. @throws AppError `bad-input` for an unknown one. */
export function glyphPicturePath(
  { names, version }: CardGlyphs,
  { rarity, glyph }: { rarity: Rarity; glyph: string },
): string {
  if (!names.includes(glyph)) {
    throw new AppError('bad-input', { text: `There is no glyph “${glyph}”.` });
  }
  return `/art/cards/any/glyph-${rarity}-${glyph}-${version}.svg`;
}

/** The glyph of a stored path; null for an uploaded picture. */
export function glyphOfPath(path: string): string | null {
  return glyphPath.exec(path)?.[1] ?? null;
}

/** Gives drawn cards of the games of the site the version of this build, so that their pictures are cached. */
export async function renewGlyphPictures({
  db,
  catalog,
}: Pick<Ctx, 'db' | 'catalog'>): Promise<void> {
  const { version } = catalog.cardGlyphs;
  if (version === '') return;
  const drawn = await db
    .select({ id: cardKinds.id, picture: cardKinds.picture })
    .from(cardKinds)
    .where(like(cardKinds.picture, '/art/cards/any/glyph-%'))
    .orderBy(cardKinds.id);
  for (const { id, picture } of drawn) {
    const renewed = picture.replace(/-[0-9a-f]{8}\.svg$/, `-${version}.svg`);
    if (renewed === picture) continue;
    await db.update(cardKinds).set({ picture: renewed }).where(eq(cardKinds.id, id));
  }
}
