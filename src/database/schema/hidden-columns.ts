import { text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { hiddenCauses } from '#shared/constants/moderation/hidden-causes.ts';
import { moderationLog } from './moderation.ts';

/** The columns of a thing that can be hidden. All are null while everybody may see it. */
export const hiddenColumns = () => ({
  hiddenCause: text({ enum: hiddenCauses }),
  hiddenAt: timestamp({ withTimezone: true }),
  /** The act that hid it, with the moderator and the reason. Null while it waits for approval. */
  hiddenLogId: uuid().references(() => moderationLog.id),
});
