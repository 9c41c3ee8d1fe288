/** What a text names a thing of the catalogue by: its slug, or its id where it is a number. */
export type CatalogueName = {
  id: number | null;
  slug: string;
};

const slugMax = 200;
const idMax = 2_147_483_647;

/** Null for what names nothing, whatever the catalogue holds. */
export function readName(text: string): CatalogueName | null {
  if (text === '' || text.length > slugMax || /\p{Cc}|\p{Surrogate}/u.test(text)) return null;
  const id = /^[1-9]\d{0,9}$/.test(text) && Number(text) <= idMax ? Number(text) : null;
  return { id, slug: text };
}
