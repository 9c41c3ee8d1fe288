/** Names that the domain makes: of words, ids and hashes. */
const nameForm = /^[a-z]+(?:\/[0-9a-f]{2})?\/[0-9a-f-]{1,120}(?:\.webp)?$/;

/**
 * The name as it is, once it is known to be one of ours: no other reaches a disk or a service.
 * @throws Error for any other, which is a bug.
 */
export function checkedName(name: string): string {
  if (!nameForm.test(name)) throw new Error(`Not a name of a file: ${JSON.stringify(name)}`);
  return name;
}
