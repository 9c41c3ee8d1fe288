import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { apiKeys } from '#database/schema.ts';

/** The condition that selects API keys that let a program in. */
export function isUsableKey(now: Date) {
  return and(eq(apiKeys.disabled, false), or(isNull(apiKeys.endsAt), gt(apiKeys.endsAt, now)));
}
