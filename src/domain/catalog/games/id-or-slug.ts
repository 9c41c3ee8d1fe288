/** A text that names a game or company: as a slug, and as an id if it is a number. */
export type IdOrSlug = {
  id: number | null;
  slug: string;
};

const slugMax = 200;
const idMax = 2_147_483_647;

/** Null for a text that can be neither an id nor a slug. */
export function parseIdOrSlug(text: string): IdOrSlug | null {
  if (text === '' || text.length > slugMax || /\p{Cc}|\p{Surrogate}/u.test(text)) return null;
  const id = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= idMax ? Number(text) : null;
  return { id, slug: text };
}
