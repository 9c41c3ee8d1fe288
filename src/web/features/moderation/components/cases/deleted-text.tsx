import { useNumbers } from '#web/ui/texts/numbers.ts';

/** How many characters of a long text are shown until it is opened. */
const shownMax = 200;

/** A deleted text in the log. A long one is cut and can be opened. */
export function DeletedText({ text }: { text: string }) {
  const { formatInteger } = useNumbers();
  const characters = [...text];
  // A text that is only a little longer is not cut.
  if (characters.length <= shownMax * 1.5) return <Quote text={text} />;
  return (
    <details className="group">
      <summary className="cursor-pointer list-none">
        <span className="group-open:hidden">
          <Quote text={`${characters.slice(0, shownMax).join('').trimEnd()}…`} />{' '}
          <span className="text-link">Show all {formatInteger(characters.length)} characters</span>
        </span>
        <span className="hidden text-link group-open:inline">Show less</span>
      </summary>
      <Quote text={text} />
    </details>
  );
}

function Quote({ text }: { text: string }) {
  return (
    <q dir="auto" className="whitespace-pre-line wrap-anywhere">
      {text}
    </q>
  );
}
