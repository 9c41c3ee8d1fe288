/** File names that the domain makes: words, ids and hashes. */
const nameForm = /^[a-z]+(?:\/[0-9a-f]{2})?\/[0-9a-f-]{1,120}(?:\.(?:webp|zip))?$/;

/**
 * Returns the name unchanged if the domain could have made it. Other names must never reach a disk
 * or a service.
 * @throws Error for any other name, which is a bug.
 */
export function checkStorageKey(name: string): string {
  if (!nameForm.test(name)) throw new Error(`Not a valid file name: ${JSON.stringify(name)}`);
  return name;
}

/**
 * Returns the name of a folder unchanged if the domain could have made it.
 * @throws Error for any other name, which is a bug.
 */
export function checkStorageFolder(name: string): string {
  if (!/^[a-z]+$/.test(name)) throw new Error(`Not a valid folder: ${JSON.stringify(name)}`);
  return name;
}
