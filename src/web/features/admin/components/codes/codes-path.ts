/** The path of the list of codes that an account made. */
export function toCodesOf(username: string): string {
  return `/admin/codes?of=${encodeURIComponent(username)}`;
}
