/** The specification's words for what is on its way, for who cannot see the progress. */
export function Loading() {
  return (
    <p role="status" className="sr-only">
      Loading...
    </p>
  );
}
