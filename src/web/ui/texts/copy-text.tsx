import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Button } from '../button.tsx';
import { useToast } from '../toast.tsx';

interface CopyTextProps {
  label: string;
  text: string;
}

/** A text to copy. Without scripts it can be selected. */
export function CopyText({ label, text }: CopyTextProps) {
  const id = useId();
  const hydrated = useHydrated();
  const toast = useToast();
  const [copied, setCopied] = useState<string | null>(null);

  useEffect(() => {
    if (copied === null) return;
    const timer = setTimeout(() => setCopied(null), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
      toast.success('Copied.');
    } catch {
      // Without https the browser has no clipboard.
      toast.failure('Your browser did not copy it. Select the text instead.');
    }
  }

  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex min-w-0 flex-wrap gap-2">
        <input
          id={id}
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
          className="control min-h-11 min-w-0 flex-1 basis-32 px-3.5 font-mono"
        />
        {hydrated && (
          <Button
            type="button"
            variant="quiet"
            aria-label={`Copy: ${label}`}
            onClick={() => void copy()}
          >
            {copied === text ? <Check aria-hidden /> : <Copy aria-hidden />}
            Copy
          </Button>
        )}
      </div>
    </div>
  );
}
