import { randomUUID } from 'node:crypto';
import type { Ctx } from '#domain/context.ts';

/** What the loaders of one request made for it, so that it is different at each request. */
export interface ValuesOfRequest {
  /** The idempotency keys of its forms. */
  formKeys: string[];
  /** The time from which its relative times count; null if no loader asked for it. */
  now: Date | null;
}

/** The context is copied on its way to a loader, but its request is the same object. */
const valuesOfRequests = new WeakMap<Ctx['request'], ValuesOfRequest>();

/** Returns what the loaders of the request have made so far. */
export function getValuesOfRequest({ request }: Pick<Ctx, 'request'>): ValuesOfRequest {
  let values = valuesOfRequests.get(request);
  if (!values) {
    values = { formKeys: [], now: null };
    valuesOfRequests.set(request, values);
  }
  return values;
}

/** Creates the idempotency key of a form. It does not prevent the page from being reused. */
export function createFormKey(ctx: Pick<Ctx, 'request'>): string {
  const key = randomUUID();
  getValuesOfRequest(ctx).formKeys.push(key);
  return key;
}

/**
 * Returns the time of the request for `RelativeTime`, the same for all loaders. Pages must use it for nothing
 * else, because a reused page keeps what else depends on it.
 */
export function getPageTime(ctx: Pick<Ctx, 'request' | 'clock'>): Date {
  const values = getValuesOfRequest(ctx);
  values.now ??= ctx.clock.now();
  return values.now;
}
