import { z } from 'zod';
import { approvalConstants, waitingKinds } from '../../constants/moderation/approval.ts';
import { pageNumber } from '../fields/paging.ts';
import { reasonInput } from './moderation.ts';

const thing = z.uuid('This is no longer there.');
const kind = z.enum(waitingKinds, 'This is no longer there.');

/** The query of the queue: `?page=…`. */
export const waitingQuery = z.object({ page: pageNumber(approvalConstants.pageMax) });

/** What was ticked in the queue: `kind:id`, at most a page of it. */
export const approveInput = z.object({
  things: z
    .array(z.string())
    .min(1, 'Choose what to approve.')
    .max(approvalConstants.pageSize, 'This is more than a page.')
    .transform((chosen) =>
      [...new Set(chosen)].map((one) => {
        const [of = '', id = ''] = one.split(':');
        return { kind: of, thing: id };
      }),
    )
    .pipe(z.array(z.object({ kind, thing }))),
});

export const declineInput = z.object({ kind, thing, reason: reasonInput });
