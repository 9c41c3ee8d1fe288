interface ProgressBarProps {
  collected: number;
  setSize: number;
  className?: string;
}

/** How much of a set is there, as `4 of 6` and as a bar. */
export function ProgressBar({ collected, setSize, className = '' }: ProgressBarProps) {
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <p className="text-sm text-muted tabular-nums">
        {collected} of {setSize}
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-well ring-1 ring-line">
        <div
          className="h-full rounded-full bg-alive"
          style={{ width: `${(100 * collected) / Math.max(1, setSize)}%` }}
        />
      </div>
    </div>
  );
}
