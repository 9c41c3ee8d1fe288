import { z } from 'zod';
import { moderationConstants } from '../../constants/moderation/moderation.ts';
import { adminPeopleConstants, peopleFilters } from '../../constants/site/admin-people.ts';
import { adminMoneyRules } from '../../format/amounts/admin-money-rules.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { amountInput } from '../fields/amount.ts';
import { idempotencyKeyInput } from '../fields/idempotency-key.ts';
import { searchTerm } from '../fields/list-query.ts';
import { normalizeText } from '../fields/normalize-text.ts';
import { pageNumber } from '../fields/paging.ts';
import { reasonInput } from '../moderation/moderation.ts';
import { checkbox } from '../settings/settings.ts';

const { countMax, pageSize, searchMax } = adminPeopleConstants;

/** The query of the list of people: `?q=…&show=…&role=…&page=…`. Invalid values are ignored. */
export const peopleQuery = z.object({
  q: searchTerm(searchMax).catch(''),
  show: z.enum(peopleFilters).catch(peopleFilters[0]).default(peopleFilters[0]),
  /** The slug of a further role. */
  role: z
    .string()
    .regex(/^[\w-]{1,50}$/)
    .nullable()
    .catch(null)
    .default(null),
  page: pageNumber(countMax / pageSize),
});
export type PeopleQuery = z.infer<typeof peopleQuery>;

/** A form of an admin about an account. */
export const personInput = z.object({ reason: reasonInput });

/** The forms by which an admin gives and takes money. `amount` is parsed to cents. */
export const balanceChangeInput = z.object({
  reason: reasonInput,
  amount: amountInput(adminMoneyRules),
  key: idempotencyKeyInput,
});

export const deletePersonInput = z.object({
  reason: reasonInput,
  typed: z.string().max(64).default(''),
  removesTexts: checkbox,
});

const { noteMax } = moderationConstants;

export const noteInput = z.object({
  text: z
    .string('Write a note.')
    .overwrite(normalizeText)
    .min(1, 'Write a note.')
    .max(noteMax, atMostText(noteMax)),
});

export const noteForm = z.object({ noteId: z.uuid('There is no such note.') });
