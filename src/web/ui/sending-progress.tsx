interface SendingProgressProps {
  /** The sent part of the file, 0 to 1. */
  share: number;
  /** What the server does at 100 %. */
  endText: string;
}

/** How much of a file was sent. */
export function SendingProgress({ share, endText }: SendingProgressProps) {
  const percent = Math.floor(share * 100);
  const isSent = share >= 1;
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4 text-sm">
        <span role="status">{isSent ? endText : 'Sending …'}</span>
        <span className="tabular-nums">{percent}%</span>
      </p>
      <progress
        aria-label="Sent"
        value={percent}
        max={100}
        className={`h-2 w-full appearance-none overflow-hidden rounded-full bg-well [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-accent ${isSent ? 'animate-breathe' : ''}`}
      />
    </div>
  );
}
