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

/** The shape of a grid of games or cards. */
export function SkeletonGrid({ count = 8 }: { count?: number }) {
  return (
    <>
      <Loading />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-6">
        {Array.from({ length: count }, (_, index) => (
          // The shapes are all alike and never move.
          <div key={`shape-${String(index)}`} className="grid gap-3">
            <Skeleton className="aspect-video" />
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-4 w-1/3" />
          </div>
        ))}
      </div>
    </>
  );
}
