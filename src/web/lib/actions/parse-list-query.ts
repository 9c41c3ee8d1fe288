import type { z } from 'zod';
import type { Actor } from '#domain/actor.ts';
import { clampItemsPerPage, readItemsPerPage } from '#shared/schemas/fields/list-query.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';

/** The number of items on a page that this reader gets without `perPage` in the URL. */
export interface UsualPerPage {
  usualPerPage: number;
}

/**
 * Parses the query of a list with `perPage`. Without a valid one, the page has as many items as the account
 * chose in its settings, otherwise `designed`. Links leave `perPage` out when it equals `usualPerPage`.
 */
export function parseListQuery<Schema extends z.ZodType<{ perPage: number }>>(
  schema: Schema,
  parameters: URLSearchParams,
  actor: Actor | null,
  designed: number,
): z.output<Schema> & UsualPerPage {
  const chosen = actor?.appearance?.itemsPerPage ?? null;
  const usualPerPage = chosen === null ? designed : clampItemsPerPage(chosen);
  const requested = readItemsPerPage(parameters.get('perPage') ?? undefined, designed);
  return {
    ...parseInput(schema, parameters),
    perPage: requested ?? usualPerPage,
    usualPerPage,
  };
}
