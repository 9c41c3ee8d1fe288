import { splitLinks } from '#shared/format/texts/split-links-in-text.ts';
import { LinkedText } from './linked-text.tsx';

/** A user's text with its line breaks. URLs become links with `nofollow` and `ugc`. */
export function PlainText({ text, className }: { text: string; className?: string }) {
  return <LinkedText pieces={splitLinks(text)} className={className} />;
}
