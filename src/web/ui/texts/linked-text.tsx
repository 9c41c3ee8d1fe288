import type { TextPiece } from '#shared/format/texts/split-links-in-text.ts';

interface LinkedTextProps {
  /** What `splitLinks` made of a text. */
  pieces: readonly TextPiece[];
  className?: string;
}

/** A text with its line breaks and with links. The server splits it, so that scripts stay small. */
export function LinkedText({ pieces, className = '' }: LinkedTextProps) {
  let end = 0;
  const parts = pieces.map((part) => {
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
