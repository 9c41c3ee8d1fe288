/** The page on which an account proves its identity, which leads back to `next`. */
export function proofPath(next: string): string {
  return `/settings/proof?next=${encodeURIComponent(next)}`;
}
