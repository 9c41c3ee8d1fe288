import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#db/client.ts';
import { apiKeys } from '#db/schema.ts';
import { Refusal } from '#shared/refusals.ts';

/**
 * Holds a key while a session begins with it, so that whoever disables it waits and ends that one, too.
 * @throws Refusal `wrong-credentials` when it was disabled or deleted in the meantime.
 */
export async function holdKey(tx: Queryable, id: string): Promise<void> {
  const held = await tx
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), eq(apiKeys.disabled, false)))
    .for('share');
  if (held.length === 0) throw new Refusal('wrong-credentials', { text: 'invalid API key' });
}
