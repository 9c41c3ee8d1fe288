import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type CardIcons,
  cardIconsFile,
  cardIconsSchema,
  cardVersion,
} from '#catalog/art/card-icons.ts';
import type { CardGlyphs } from '#domain/context.ts';

/** The file of icons of the build. Null before the pictures are drawn, which is normal in tests. */
export async function readCardIcons(artDirectory: string): Promise<CardIcons | null> {
  try {
    const file = await readFile(path.join(artDirectory, cardIconsFile), 'utf8');
    return cardIconsSchema.parse(JSON.parse(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** What editors choose for the cards of their games. */
export async function readCardGlyphs(artDirectory: string): Promise<CardGlyphs> {
  const icons = await readCardIcons(artDirectory);
  return { names: icons?.glyphs ?? [], version: icons ? cardVersion(icons) : '' };
}
