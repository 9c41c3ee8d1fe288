import type { ApiCompanyDetails } from '#domain/catalog/companies/get-company-for-api.ts';
import type { ApiCompany } from '#domain/catalog/companies/to-api-company.ts';
import type { ApiGameDetails } from '#domain/catalog/games/get-game-for-api.ts';
import type { ApiGame } from '#domain/catalog/games/read-games-by-id-for-api.ts';
import {
  getGenreId,
  getRatingId,
  toPlatform,
  toPublicCompanyId,
} from './rawg-ids-of-genres-and-platforms.ts';

/** Converts a description to HTML paragraphs, as clients expect it. */
function toHtml(text: string): string {
  const escapedText = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escapedText
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br />')}</p>`)
    .join('\n');
}

/** The absolute URL of a path. */
function toAbsoluteUrl(origin: string, path: string | null): string | null {
  return path === null ? null : origin + path;
}

function toRequirements({ minimum, recommended }: ApiGame['platforms'][number]) {
  return { ...(minimum ? { minimum } : {}), ...(recommended ? { recommended } : {}) };
}

/** A game of a list. As with RAWG, search results have fewer fields per platform. */
export function toGameResponse(game: ApiGame, origin: string, searched: boolean) {
  return {
    id: game.id,
    slug: game.slug,
    name: game.name,
    released: game.released,
    tba: game.released === null,
    background_image: toAbsoluteUrl(origin, game.cover),
    rating: game.rating,
    rating_top: getRatingId(game.ratings[0]?.title ?? '') || Math.round(game.rating),
    ratings: game.ratings.map(({ title, count, percent }) => ({
      id: getRatingId(title),
      title,
      count,
      percent,
    })),
    ratings_count: game.ratingsCount ?? 0,
    metacritic: game.metacritic,
    genres: game.genres.map(({ slug, name }) => ({ id: getGenreId(slug), name, slug })),
    platforms: game.platforms.map((platform) => ({
      platform: toPlatform(platform.name),
      ...(searched ? {} : toPlatformDetails(game, platform)),
    })),
    stores: searched ? null : [],
  };
}

function toPlatformDetails(game: ApiGame, platform: ApiGame['platforms'][number]) {
  const requirements = toRequirements(platform);
  return {
    released_at: game.released,
    requirements_en: Object.keys(requirements).length > 0 ? requirements : null,
    requirements_ru: null,
  };
}

/** A game with its details. */
export function toGameDetailsResponse(game: ApiGameDetails, origin: string) {
  return {
    ...toGameResponse(game, origin, false),
    name_original: game.name,
    description: toHtml(game.description),
    description_raw: game.description,
    website: game.website ?? '',
    background_image_additional: toAbsoluteUrl(origin, game.scene),
    publishers: game.publishers.map((publisher) => toCompanyResponse(publisher, origin)),
    developers: game.developers.map((developer) => toCompanyResponse(developer, origin)),
    platforms: game.platforms.map((platform) => ({
      platform: toPlatform(platform.name),
      released_at: game.released,
      requirements: toRequirements(platform),
    })),
    esrb_rating: null,
  };
}

function toCompanyResponse({ id, slug, name, gamesCount, picture }: ApiCompany, origin: string) {
  return {
    id: toPublicCompanyId(id),
    name,
    slug,
    games_count: gamesCount,
    image_background: toAbsoluteUrl(origin, picture),
  };
}

/** A publisher or developer with its details. */
export function toCompanyDetailsResponse(company: ApiCompanyDetails, origin: string) {
  return { ...toCompanyResponse(company, origin), description: toHtml(company.description) };
}
