/** The logo of Guildhall: a lit doorway at night. */
export function Logo({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d="M4 30V14a12 12 0 0 1 24 0v16z" className="fill-raised" />
      <path
        d="M4.75 29.25V14a11.25 11.25 0 0 1 22.5 0v15.25z"
        className="fill-none stroke-accent"
        strokeWidth="1.5"
      />
      <path d="M10 30V17a6 6 0 0 1 12 0v13z" className="fill-accent" />
      <path
        d="M16 14.5c2.6 2.5 3.4 4.2 3.4 5.9a3.4 3.4 0 0 1-6.8 0c0-1.1.5-2 1.2-2.8.2.9.6 1.4 1.1 1.6-.2-1.8.2-3.4 1.1-4.7z"
        className="fill-on-accent"
      />
    </svg>
  );
}
