import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { playSessions } from '#database/schema.ts';

/** Ends the play session of a suspended account or a retired guest. Its time does not count as played. */
export async function endPlayOfAccount(
  tx: Queryable,
  { userId, at }: { userId: string; at: Date },
): Promise<void> {
  await tx
    .update(playSessions)
    .set({ endedAt: at })
    .where(and(eq(playSessions.userId, userId), isNull(playSessions.endedAt)));
}
