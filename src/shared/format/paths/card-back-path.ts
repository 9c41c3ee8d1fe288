/**
 * The path of the back of a card, in the look of the same game, from the path of its picture. Null for a
 * picture that is not drawn by Guildhall.
 */
export function cardBackPath(picture: string | null): string | null {
  const match = /^(\/art\/cards\/(?:any|\d+)\/)[a-z0-9-]+(-[0-9a-f]{8}\.svg)$/.exec(picture ?? '');
  return match && `${match[1]}back${match[2]}`;
}
