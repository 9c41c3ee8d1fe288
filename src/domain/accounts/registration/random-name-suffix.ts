import type { Ctx } from '#domain/context.ts';

/** Letters and digits without those that people mistake for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Six random characters for a generated username: one of 887 million suffixes. */
export function createNameSuffix({ random }: Pick<Ctx, 'random'>): string {
  return Array.from({ length: 6 }, () => alphabet[random.integer(alphabet.length)]).join('');
}
