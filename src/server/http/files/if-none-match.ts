/** Whether an If-None-Match header contains the tag. A proxy may have changed it to a weak tag. */
export function matchesETag(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((sent) => sent.trim().replace(/^W\//, '') === `"${tag}"`);
}
