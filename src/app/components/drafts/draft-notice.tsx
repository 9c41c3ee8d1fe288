import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';

interface DraftNoticeProps {
  /** As `useDraft` has it. The form names it to who sends it; the server does not read it. */
  name: string;
  restored: boolean;
  onDiscard: () => void;
}

/** Says that a form shows what its reader typed another time, with a way to be rid of it. */
export function DraftNotice({ name, restored, onDiscard }: DraftNoticeProps) {
  return (
    <>
      <input type="hidden" name="draft" value={name} />
      {/* It comes after the page: whoever listens should hear it. */}
      <div role="status" className={restored ? undefined : 'sr-only'}>
        {restored && (
          <Notice
            action={
              <Button type="button" variant="quiet" size="sm" onClick={onDiscard}>
                Discard the draft
              </Button>
            }
          >
            Your draft from before is here again.
          </Notice>
        )}
      </div>
    </>
  );
}
