import { z } from 'zod';
import { moderationConstants } from '../../constants/moderation/moderation.ts';
import {
  appealOutcomes,
  reportConstants,
  reportKinds,
  reportReasons,
  sanctions,
  thingDecisions,
} from '../../constants/moderation/reports.ts';
import { atMostText } from '../../format/texts/characters.ts';
import { removeDirectionControls } from '../fields/normalize-text.ts';
import { pageNumber } from '../fields/paging.ts';
import { chosenNumber } from '../fields/whole-number.ts';
import { reasonInput } from './moderation.ts';

const text = (max: number) =>
  z
    .string()
    // Forms send each line end as two characters.
    .overwrite((typed) => removeDirectionControls(typed).replaceAll('\r\n', '\n').trim())
    .max(max, atMostText(max))
    .refine((typed) => !/(?!\n)\p{Cc}/u.test(typed), 'This has characters that nobody can see.');

/** The query of the page that reports a thing: `?kind=…&thing=…&back=…`. */
export const reportQuery = z.object({
  kind: z.enum(reportKinds),
  thing: z.string().min(1).max(100),
  back: z.string().max(500).catch('').default(''),
});

export const reportInput = z.object({
  reason: z.enum(reportReasons, 'Choose a reason.'),
  text: text(reportConstants.textMax).default(''),
});

/** The id of a case in a path. */
export const caseIdInput = z.uuid();

/** The query of the cases: `?kind=…&state=…&mine&page=…`. Invalid values are ignored. */
export const casesQuery = z.object({
  kind: z.enum(reportKinds).nullable().catch(null).default(null),
  state: z.enum(['open', 'closed']).catch('open').default('open'),
  mine: z
    .string()
    .nullable()
    .default(null)
    .transform((mine) => mine !== null),
  page: pageNumber(reportConstants.pageMax),
});

const allDays: readonly number[] = [
  ...new Set([...reportConstants.muteDays, ...moderationConstants.suspensionDays]),
];

/** The form that decides a case. Zero days mean without end, only for a suspension. */
export const decideInput = z
  .object({
    thing: z.enum(thingDecisions, 'Choose what happens to it.'),
    sanction: z.enum(sanctions, 'Choose what happens to the author.'),
    days: chosenNumber(allDays, 'Choose how long.').default(1),
    reason: reasonInput,
  })
  .refine(({ thing, sanction }) => thing !== 'keep' || sanction !== 'none', {
    path: ['sanction'],
    message: 'Choose what to do, or close the case without an action.',
  })
  .refine(({ sanction, days }) => sanction !== 'mute' || days > 0, {
    path: ['days'],
    message: 'A mute has an end.',
  });

export const closeCaseInput = z.object({ reason: reasonInput });

/** The form that opens a closed case again. `closedAt` says which decision its moderator saw. */
export const reopenCaseInput = z.object({
  closedAt: z.iso.datetime('Load the page again.').transform((time) => new Date(time)),
  reason: reasonInput,
});

export const appealInput = z.object({
  actId: z.uuid('There is no such act.'),
  text: text(reportConstants.appealMax).min(10, 'Write at least 10 characters.'),
});

export const decideAppealInput = z.object({
  appealId: z.uuid('There is no such appeal.'),
  outcome: z.enum(appealOutcomes, 'Choose a decision.'),
  answer: reasonInput,
});

/** The query of the appeals. */
export const appealsQuery = z.object({ page: pageNumber(reportConstants.pageMax) });
