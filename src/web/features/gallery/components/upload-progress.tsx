interface SendingProgressProps {
  /** Of the file, 0 to 1. */
  share: number;
}

/** How much of a picture is sent; the last bit takes as long as the server makes its sizes. */
export function UploadProgress({ share }: SendingProgressProps) {
  const percent = Math.floor(share * 100);
  const making = share >= 1;
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4 text-sm">
        <span role="status">{making ? 'Making the picture …' : 'Sending …'}</span>
        <span className="tabular-nums">{percent}%</span>
      </p>
      <progress
        aria-label="Sent"
        value={percent}
        max={100}
        className={`h-2 w-full appearance-none overflow-hidden rounded-full bg-well [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-accent ${making ? 'animate-breathe' : ''}`}
      />
    </div>
  );
}
