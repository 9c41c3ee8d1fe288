/** What is shown of a long one until it is opened. */
const shownMax = 200;

/** What was deleted, as the log kept it: a long text is cut, and opens whole. */
export function DeletedText({ text }: { text: string }) {
  const characters = [...text];
  // A few more are no reason to hide them.
  if (characters.length <= shownMax * 1.5) return <Quote text={text} />;
  return (
    <details className="group">
      <summary className="cursor-pointer list-none">
        <span className="group-open:hidden">
          <Quote text={`${characters.slice(0, shownMax).join('').trimEnd()}…`} />{' '}
          <span className="text-link">
            Show all {characters.length.toLocaleString('en-US')} characters
          </span>
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
