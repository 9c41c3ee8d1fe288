import { splitLinks } from '#shared/format/split-links-in-text.ts';

/** A user's text with its line breaks. URLs become links with `nofollow` and `ugc`. */
export function PlainText({ text, className = '' }: { text: string; className?: string }) {
  let end = 0;
  const parts = splitLinks(text).map((part) => {
    const at = end;
    end += part.text.length;
    return { ...part, at };
  });
  return (
    <p dir="auto" className={`whitespace-pre-line wrap-anywhere ${className}`}>
      {parts.map(({ text: part, href, at }) =>
        href === undefined ? (
          part
        ) : (
          <a key={at} href={href} rel="nofollow ugc noopener" className="text-link">
            {part}
          </a>
        ),
      )}
    </p>
  );
}
