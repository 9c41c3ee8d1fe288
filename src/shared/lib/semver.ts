const form =
  /^v?(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z.-]+)?$/;

/** A version by semver.org, at most this long. */
const lengthMax = 64;

interface Version {
  numbers: number[];
  /** The identifiers of a pre-release; empty for a release. */
  preRelease: string[];
}

/** The version without a leading "v"; null for any other text. */
export function parseVersion(text: string): string | null {
  return text.length <= lengthMax && form.test(text) ? text.replace(/^v/, '') : null;
}

function split(version: string): Version {
  const [, major, minor, patch, preRelease] = form.exec(version) ?? [];
  return {
    numbers: [major, minor, patch].map(Number),
    preRelease: preRelease?.split('.') ?? [],
  };
}

/** Whether a version comes after another one, by the rules of semver.org. Both are of `parseVersion`. */
export function isNewerVersion(version: string, than: string): boolean {
  const [a, b] = [split(version), split(than)];
  for (const [index, number] of a.numbers.entries()) {
    const other = b.numbers[index] ?? 0;
    if (number !== other) return number > other;
  }
  // A release comes after its pre-releases.
  if (a.preRelease.length === 0 || b.preRelease.length === 0) {
    return a.preRelease.length === 0 && b.preRelease.length > 0;
  }
  for (const [index, one] of a.preRelease.entries()) {
    const other = b.preRelease[index];
    if (other === undefined) return true;
    if (one !== other) return isLaterIdentifier(one, other);
  }
  return false;
}

function isLaterIdentifier(one: string, other: string): boolean {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) > Number(other);
  // Numbers come before words.
  return isNumber === isOtherNumber ? one > other : isOtherNumber;
}
