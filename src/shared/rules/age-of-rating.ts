import { ratingAges } from '../constants/catalog/age-ratings.ts';

/** The age in years that an age rating names; 0 for words of the site's own, and without a rating. */
export function getAgeOfRating(rating: string | null): number {
  const typed = rating?.trim().toLowerCase();
  const found = Object.entries(ratingAges).find(([name]) => name.toLowerCase() === typed);
  return found?.[1] ?? 0;
}
