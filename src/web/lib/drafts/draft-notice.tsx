import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { DraftState, ShownDraft } from './use-draft.ts';

const texts: Record<DraftState, string> = {
  none: '',
  restored: 'Your draft from before is here again.',
  outdated:
    'This was changed after you began a draft of it. Here is what it says now; your draft is still kept.',
};

/**
 * Says that a form shows what its reader typed another time, or could, with a way to be rid of that. The
 * form names the draft to who sends it; the server does not read it.
 */
export function DraftNotice({ name, state, onShow, onDiscard }: ShownDraft) {
  return (
    <>
      <input type="hidden" name="draft" value={name} />
      {/* It comes after the page: whoever listens should hear it. */}
      <div role="status" className={state === 'none' ? 'sr-only' : undefined}>
        {state !== 'none' && (
          <Notice
            action={
              <div className="flex flex-wrap gap-2">
                {state === 'outdated' && (
                  <Button type="button" variant="quiet" size="sm" onClick={onShow}>
                    Show my draft
                  </Button>
                )}
                <Button type="button" variant="quiet" size="sm" onClick={onDiscard}>
                  Discard the draft
                </Button>
              </div>
            }
          >
            {texts[state]}
          </Notice>
        )}
      </div>
    </>
  );
}
