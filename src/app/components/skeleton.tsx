/** A shape that stands for what is on its way. Give it the size of what will come. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`animate-breathe rounded-md bg-raised ${className}`} />;
}

/** The words of the specification, for who cannot see the shapes. */
export function Loading() {
  return (
    <p role="status" className="sr-only">
      Loading...
    </p>
  );
}
