/** Whether a browser has what `tag` names already; a proxy may have made its tag a weak one. */
export function isKnown(header: string | undefined, tag: string): boolean {
  return (header ?? '').split(',').some((given) => given.trim().replace(/^W\//, '') === `"${tag}"`);
}
