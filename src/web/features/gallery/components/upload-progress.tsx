interface UploadProgressProps {
  /** The sent part of the file, 0 to 1. */
  share: number;
}

/** The progress of an upload. At 100 % the server still makes the sizes of the picture. */
export function UploadProgress({ share }: UploadProgressProps) {
  const percent = Math.floor(share * 100);
  const isProcessing = share >= 1;
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4 text-sm">
        <span role="status">{isProcessing ? 'Making the picture …' : 'Sending …'}</span>
        <span className="tabular-nums">{percent}%</span>
      </p>
      <progress
        aria-label="Sent"
        value={percent}
        max={100}
        className={`h-2 w-full appearance-none overflow-hidden rounded-full bg-well [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-accent ${isProcessing ? 'animate-breathe' : ''}`}
      />
    </div>
  );
}
