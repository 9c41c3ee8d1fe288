import { splitLinks } from '#shared/links.ts';

/** What somebody wrote: its lines as they are, and its addresses as links that vouch for nothing. */
export function PlainText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p dir="auto" className={`whitespace-pre-line wrap-anywhere ${className}`}>
      {splitLinks(text).map(({ text: part, href }, index) =>
        href === undefined ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order
          <a key={index} href={href} rel="nofollow ugc noopener" className="text-link">
            {part}
          </a>
        ),
      )}
    </p>
  );
}
