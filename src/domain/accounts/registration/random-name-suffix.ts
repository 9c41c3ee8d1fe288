import type { Ctx } from '#domain/context.ts';

/** Without the letters and digits that people mistake for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** The end of a username that nobody chose: one of 887 million. */
export function randomNameSuffix({ random }: Pick<Ctx, 'random'>): string {
  return Array.from({ length: 6 }, () => alphabet[random.integer(alphabet.length)]).join('');
}
