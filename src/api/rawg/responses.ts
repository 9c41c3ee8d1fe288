import type { PublicCompanyDetails } from '#domain/catalog/companies/get-public-company.ts';
import type { ToldCompany } from '#domain/catalog/companies/to-public-company.ts';
import type { PublicGameDetails } from '#domain/catalog/games/get-public-game.ts';
import type { ToldGame } from '#domain/catalog/games/to-public-game.ts';
import { genreId, platformOf, ratingId, toldCompanyId } from './known-ids.ts';

/** What clients expect of a description: paragraphs of HTML. */
function toHtml(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('\n');
}

/** A path of ours as an address that anybody can ask. */
function absolute(origin: string, path: string | null): string | null {
  return path === null ? null : origin + path;
}

function requirementsOf({ minimum, recommended }: ToldGame['platforms'][number]) {
  return { ...(minimum ? { minimum } : {}), ...(recommended ? { recommended } : {}) };
}

/** A game of a list; one that was searched for tells less of its platforms, as with RAWG. */
export function gameAnswer(game: ToldGame, origin: string, searched: boolean) {
  return {
    id: game.id,
    slug: game.slug,
    name: game.name,
    released: game.released,
    tba: game.released === null,
    background_image: absolute(origin, game.cover),
    rating: game.rating,
    rating_top: ratingId(game.ratings[0]?.title ?? '') || Math.round(game.rating),
    ratings: game.ratings.map(({ title, count, percent }) => ({
      id: ratingId(title),
      title,
      count,
      percent,
    })),
    ratings_count: game.ratingsCount ?? 0,
    metacritic: game.metacritic,
    genres: game.genres.map(({ slug, name }) => ({ id: genreId(slug), name, slug })),
    platforms: game.platforms.map((platform) => ({
      platform: platformOf(platform.name),
      ...(searched ? {} : listedOn(game, platform)),
    })),
    stores: searched ? null : [],
  };
}

function listedOn(game: ToldGame, platform: ToldGame['platforms'][number]) {
  const requirements = requirementsOf(platform);
  return {
    released_at: game.released,
    requirements_en: Object.keys(requirements).length > 0 ? requirements : null,
    requirements_ru: null,
  };
}

/** A game by itself. */
export function gameDetailsAnswer(game: PublicGameDetails, origin: string) {
  return {
    ...gameAnswer(game, origin, false),
    name_original: game.name,
    description: toHtml(game.description),
    description_raw: game.description,
    website: game.website ?? '',
    background_image_additional: absolute(origin, game.scene),
    publishers: game.publishers.map((publisher) => companyAnswer(publisher, origin)),
    developers: game.developers.map((developer) => companyAnswer(developer, origin)),
    platforms: game.platforms.map((platform) => ({
      platform: platformOf(platform.name),
      released_at: game.released,
      requirements: requirementsOf(platform),
    })),
    esrb_rating: null,
  };
}

function companyAnswer({ id, slug, name, gamesCount, picture }: ToldCompany, origin: string) {
  return {
    id: toldCompanyId(id),
    name,
    slug,
    games_count: gamesCount,
    image_background: absolute(origin, picture),
  };
}

/** A publisher or a developer by itself. */
export function companyDetailsAnswer(company: PublicCompanyDetails, origin: string) {
  return { ...companyAnswer(company, origin), description: toHtml(company.description) };
}
