import { textFilterConstants } from '#shared/constants/moderation/text-filters.ts';
import {
  createReading,
  hasConfusables,
  type Reading,
  type ReadingKind,
  splitCells,
  unitClass,
} from './fold-text.ts';

/** A word or phrase as it is compared. */
export interface WordPattern {
  /** Folded words with one space in between. */
  folded: string;
  /** Whether the word may start or end within a longer word. */
  isOpenBefore: boolean;
  isOpenAfter: boolean;
}

/** Parts of a text that a filter matches, as positions in the text. */
export interface Span {
  start: number;
  end: number;
}

/** Called for each match; true ends the search. */
export type VisitMatch<Filter> = (filter: Filter, span: Span) => boolean;

/**
 * Reads a typed word or phrase; `*` at the start or end stands for the rest of a word. Null if it has no letter,
 * is too long, or has a `*` within.
 */
export function parseWordPattern(typed: string): WordPattern | null {
  const trimmed = typed.trim();
  const isOpenBefore = trimmed.startsWith('*');
  const isOpenAfter = trimmed.length > 1 && trimmed.endsWith('*');
  const words = trimmed.slice(isOpenBefore ? 1 : 0, isOpenAfter ? -1 : undefined);
  if (words.includes('*')) return null;
  const folded = createReading(splitCells(words), 'plain').units.trim();
  const least = isOpenBefore || isOpenAfter ? 2 : 1;
  if (folded.length < least || folded.length > textFilterConstants.comparedMax) return null;
  return { folded, isOpenBefore, isOpenAfter };
}

interface Node<Filter> {
  next: Map<number, Node<Filter>>;
  /** At most four: with and without a star at each end. */
  ends: { pattern: WordPattern; filter: Filter }[];
}

/** Finds the words of all filters at once. */
export interface WordMatcher<Filter> {
  root: Node<Filter>;
  /** Whether a match can start within a word. */
  hasOpenStart: boolean;
}

export function createWordMatcher<Filter>(
  filters: readonly { pattern: WordPattern; filter: Filter }[],
): WordMatcher<Filter> {
  const root: Node<Filter> = { next: new Map(), ends: [] };
  for (const entry of filters) {
    let node = root;
    const { folded } = entry.pattern;
    for (let at = 0; at < folded.length; at += 1) {
      const unit = folded.charCodeAt(at);
      let next = node.next.get(unit);
      if (!next) {
        next = { next: new Map(), ends: [] };
        node.next.set(unit, next);
      }
      node = next;
    }
    node.ends.push(entry);
  }
  return { root, hasOpenStart: filters.some(({ pattern }) => pattern.isOpenBefore) };
}

/**
 * Visits the matches of a text. From each position it follows the tree of all words, so the time is at most the
 * length of the text times that of the longest word, whatever the number of filters.
 */
export function findWords<Filter>(
  matcher: WordMatcher<Filter>,
  text: string,
  visit: VisitMatch<Filter>,
): void {
  if (matcher.root.next.size === 0) return;
  const cells = splitCells(text);
  const kinds: ReadingKind[] = hasConfusables(cells) ? ['plain', 'i', 'l'] : ['plain'];
  for (const kind of kinds) {
    if (searchReading(matcher, createReading(cells, kind), kind, visit)) return;
  }
}

function searchReading<Filter>(
  { root, hasOpenStart }: WordMatcher<Filter>,
  reading: Reading,
  kind: ReadingKind,
  visit: VisitMatch<Filter>,
): boolean {
  const { units, replaced } = reading;
  for (let first = 0; first < units.length; first += 1) {
    const isStart = isBoundary(reading, first);
    if (!isStart && !hasOpenStart) continue;
    let node = root.next.get(units.charCodeAt(first));
    let [letters, replacements] = [0, 0];
    for (let at = first; node; at += 1) {
      if (replaced[at] === 1) replacements += 1;
      else letters += 1;
      // A number is no word, although its digits look like letters. The plain reading finds the rest.
      const counts = kind === 'plain' || (letters > 0 && replacements > 0);
      for (const { pattern, filter } of counts ? node.ends : []) {
        const isWhole =
          (isStart || pattern.isOpenBefore) && (pattern.isOpenAfter || isBoundary(reading, at + 1));
        const span = { start: reading.starts[first] ?? 0, end: reading.ends[at] ?? 0 };
        if (isWhole && visit(filter, span)) return true;
      }
      node = at + 1 < units.length ? node.next.get(units.charCodeAt(at + 1)) : undefined;
    }
  }
  return false;
}

/** Whether a word can start or end before the unit at `at`. */
function isBoundary({ classes, units }: Reading, at: number): boolean {
  return (
    at === 0 ||
    at >= units.length ||
    classes[at - 1] !== unitClass.word ||
    classes[at] !== unitClass.word
  );
}
