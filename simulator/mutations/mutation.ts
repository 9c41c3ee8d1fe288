/** A mutation: one protection removed, together with everything else that would catch the same error. */
export interface Mutation {
  name: string;
  /** Replacements in the source; each `find` must occur exactly once in its file. */
  patches: { file: string; find: string; replaceWith: string }[];
  /** SQL that is run in the simulation's database before the start. */
  statements: string[];
}
