import { z } from 'zod';
import {
  filterActs,
  filterKinds,
  textFilterConstants,
} from '../../constants/moderation/text-filters.ts';
import { atMostText, isLongerThan } from '../../format/texts/characters.ts';
import { removeDirectionControls } from '../fields/normalize-text.ts';
import { pageNumber } from '../fields/paging.ts';

/** A filter of a form. Whether its word or host can be compared decides the domain. */
export const filterInput = z
  .object({
    kind: z.enum(filterKinds, 'Choose what to look for.'),
    pattern: z
      .string()
      .default('')
      .overwrite((typed) => removeDirectionControls(typed.toWellFormed()).trim()),
    act: z.enum(filterActs).nullable().catch(null).default(null),
  })
  .superRefine(({ kind, pattern, act }, { addIssue }) => {
    const problem = (field: 'pattern' | 'act', message: string) =>
      addIssue({ code: 'custom', path: [field], message });
    if (kind !== 'other-hosts' && pattern === '') problem('pattern', 'Write a word or a host.');
    const max = kind === 'word' ? textFilterConstants.patternMax : textFilterConstants.hostMax;
    if (isLongerThan(pattern, max)) problem('pattern', atMostText(max));
    if (kind !== 'allowed-host' && act === null) problem('act', 'Choose what happens.');
  });
export type FilterInput = z.output<typeof filterInput>;

const id = z.uuid('There is no such filter.');
const version = z.coerce.number('This form is out of date.').int('This form is out of date.');

/** The form that changes what a filter does; `version` is that of the page. */
export const editFilterInput = z.object({
  id,
  version,
  act: z.enum(filterActs, 'Choose what happens.'),
});

export const removeFilterInput = z.object({ id, version });

/** The form that undoes a change of the log. */
export const undoFilterChangeInput = z.object({ change: z.uuid('There is no such change.') });

/** The form of the test field. The text is not changed before it is tested. */
export const testFiltersInput = z.object({
  text: z
    .string('Write a text to test.')
    .overwrite((typed) => typed.replaceAll('\r\n', '\n'))
    .min(1, 'Write a text to test.')
    .max(textFilterConstants.testMax, atMostText(textFilterConstants.testMax)),
});

/** The query of the filters: `?kind=…&page=…`. Invalid values are ignored. */
export const filtersQuery = z.object({
  kind: z.enum(filterKinds).nullable().catch(null).default(null),
  page: pageNumber(Math.ceil(textFilterConstants.filtersMax / textFilterConstants.pageSize)),
});
