import type { ReactNode } from 'react';

interface ProgressRingProps {
  /** 0 to 100. */
  value: number;
  /** The name of the progress for screen readers. */
  label: string;
  /** The content of the ring; the percentage by default. */
  children?: ReactNode;
  className?: string;
}

const radius = 54;
const circumference = 2 * Math.PI * radius;

/** A ring that fills clockwise from the top. It is as wide as its container. */
export function ProgressRing({ value, label, children, className = '' }: ProgressRingProps) {
  const percent = Math.max(0, Math.min(100, value));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className={`relative grid aspect-square place-items-center ${className}`}
    >
      <svg
        viewBox="0 0 120 120"
        aria-hidden="true"
        className="absolute inset-0 size-full -rotate-90"
      >
        <circle cx="60" cy="60" r={radius} fill="none" strokeWidth="7" className="stroke-raised" />
        <circle
          cx="60"
          cy="60"
          r={radius}
          fill="none"
          strokeWidth="7"
          strokeLinecap="round"
          strokeDasharray={circumference}
          strokeDashoffset={circumference * (1 - percent / 100)}
          className={`stroke-accent ${percent === 0 ? 'opacity-0' : ''}`}
        />
      </svg>
      <div className="relative text-center">
        {children ?? (
          <span className="font-display text-3xl font-bold tabular-nums">
            {Math.round(percent)}%
          </span>
        )}
      </div>
    </div>
  );
}
