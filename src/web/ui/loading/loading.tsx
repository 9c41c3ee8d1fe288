/** Tells screen readers that something is loading; the text is fixed by the specification. */
export function Loading() {
  return (
    <p role="status" className="sr-only">
      Loading...
    </p>
  );
}
