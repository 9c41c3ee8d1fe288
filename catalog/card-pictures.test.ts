import { brotliCompressSync, constants } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { gameStyle } from './art/parts/game-style.ts';
import { drawCard } from './art/pictures/card.ts';
import { drawCardBack } from './art/pictures/card-back.ts';
import { cardSets } from './card-sets.ts';
import { collectCardIcons } from './draw-pictures.ts';
import games from './games.json' with { type: 'json' };

const icons = collectCardIcons('0123456789abcdef');
const shared = cardSets.flatMap(({ gameId, cards }) => (gameId === null ? cards : []));
const styleOf = ({ id, genres }: { id: number; genres: { slug: string }[] }) =>
  gameStyle(
    id,
    genres.map(({ slug }) => slug),
  );
const styles = games.map(styleOf);
const crown = shared.find(({ id }) => id === 'default-crown');
if (!crown) throw new Error('There is no crown.');

test('the nine shared cards look different in every game', () => {
  for (const card of shared) {
    // Without the emblem, so that light, land and weather differ too.
    const pictures = styles.map((style) => drawCard(card, { ...style, emblem: 'crown' }, icons));
    expect(new Set(pictures).size, card.id).toBe(games.length);
  }
});

test('every card of a named set is drawn with its surroundings', () => {
  for (const { gameId, cards } of cardSets) {
    const style = styles.find(({ id }) => id === (gameId ?? 3498));
    for (const card of cards) {
      const svg = style ? drawCard(card, style, icons) : '';
      expect(svg.match(/<g id="i\d">/g)?.length, card.id).toBeGreaterThanOrEqual(1);
    }
  }
});

describe('a game of another catalog', () => {
  const unknown = [900_001, 900_002, 900_003].map((id) => gameStyle(id, ['racing']));

  test('has cards of its own, always the same', () => {
    const pictures = unknown.map((style) => drawCard(crown, style, icons));
    expect(new Set(pictures).size).toBe(unknown.length);
    expect(drawCard(crown, gameStyle(900_001, ['racing']), icons)).toBe(pictures[0]);
  });

  test('has an emblem of the file, whatever its genres are', () => {
    for (let id = 0; id < 400; id += 1) {
      const genres = games[id % games.length]?.genres.map(({ slug }) => slug) ?? [];
      expect(Object.keys(icons.emblems)).toContain(gameStyle(1_000_000 + id, genres).emblem);
    }
  });
});

test('backs differ between games and do not depend on the card', () => {
  expect(new Set(styles.map((style) => drawCardBack(style, icons))).size).toBe(games.length);
});

test('no card contains scripts or external references', () => {
  for (const style of styles) {
    for (const svg of [drawCard(crown, style, icons), drawCardBack(style, icons)]) {
      expect(svg).not.toMatch(/<script|<foreignObject|<text|<image|<style|\son\w+=|NaN|undefined/i);
      expect(svg.match(/(?:href|url)(?:="|\()(?!#)/g)).toBeNull();
    }
  }
});

test('cards are small: 6 KB as sent to browsers, and 15 KB at most before compression', () => {
  const pictures = styles.flatMap((style) => shared.map((card) => drawCard(card, style, icons)));
  expect(Math.max(...pictures.map((svg) => svg.length))).toBeLessThanOrEqual(15 * 1024);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const sent = pictures
    .filter((_, index) => index % 40 === 0)
    .map((svg) => brotliCompressSync(svg, { params }).length);
  expect(Math.max(...sent)).toBeLessThanOrEqual(6 * 1024);
});

test('a card is drawn correctly by a second renderer, with transparent corners', async () => {
  const [style] = styles;
  if (!style) throw new Error('There is no game.');
  const { data, info } = await sharp(Buffer.from(drawCard(crown, style, icons)))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect({ width: info.width, height: info.height }).toEqual({ width: 300, height: 400 });
  const alpha = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3];
  expect(alpha(2, 2)).toBe(0);
  expect(alpha(150, 200)).toBe(255);
});
