const normalize = (cell: string) =>
  cell
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
const toSet = (headings: string[]) => new Set(headings.map(normalize));

/** How files name the column with keys. */
const keyHeadings = toSet([
  ...['key', 'keys', 'code', 'codes', 'game key', 'product key', 'cd key', 'steam key'],
  ...['activation key', 'activation code', 'license', 'license key', 'licence key', 'serial'],
  ...['serial number', 'redeem code', 'redemption code', 'voucher code', 'download code'],
]);

/** How they name what else is in it. */
const otherHeadings = toSet([
  ...['game', 'title', 'name', 'product', 'platform', 'store', 'region', 'country', 'language'],
  ...['edition', 'date', 'created', 'expires', 'id', 'no', 'no.', 'nr', 'number', 'row', '#'],
  ...['status', 'used', 'note', 'notes', 'comment', 'comments', 'price', 'currency', 'sku'],
  ...['batch', 'order', 'type', 'description'],
]);

/** Whether a text is the heading of keys and no key. */
export const isKeyHeading = (cell: string) => keyHeadings.has(normalize(cell));

/** Whether a text is a heading. */
export const isKnownHeading = (cell: string) =>
  isKeyHeading(cell) || otherHeadings.has(normalize(cell));
