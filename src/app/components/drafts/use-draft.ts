import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type DraftValues,
  forgetDraft,
  forgetOldDrafts,
  keepDraft,
  onSent,
  readDraft,
} from './draft-store.ts';
import { areSame, fillIn, textsOf, valuesOf } from './form-values.ts';

interface DraftOptions {
  /** Of whose form about what, such as `ada:comment:0198…`; another account sees nothing of it. */
  name: string;
  /** What the form begins with, as it is kept on the server. */
  saved?: DraftValues;
  /** The form stays where it is and is begun anew once it was sent. */
  again?: boolean;
}

const empty: DraftValues = {};

/**
 * Keeps what is typed into a form, so that neither a closed tab nor a session that ended loses it, and
 * fills it in again. `restored` says that the form shows what was typed another time. Whoever sends the
 * form calls `dropSentDraft` once that succeeded. The form's controls must keep their own values.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { name, saved = empty, again = false }: DraftOptions,
): { restored: boolean; discard: () => void } {
  const [restored, setRestored] = useState(false);
  const begun = useRef(saved);
  begun.current = saved;

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    forgetOldDrafts();
    const kept = readDraft(name);
    // What was typed while the page woke, or what came back refused, is newer.
    const untouched = areSame(valuesOf(element), begun.current);
    if (kept && !areSame(kept, begun.current) && untouched) {
      fillIn(element, kept);
      setRestored(true);
    }

    function note() {
      if (!element) return;
      const values = valuesOf(element);
      if (!areSame(values, begun.current)) keepDraft(name, values);
      else forgetDraft(name);
    }
    if (!untouched) note();
    element.addEventListener('input', note);
    const stop = onSent(name, (sent) => {
      setRestored(false);
      if (!again) return;
      // What was typed while it was on its way is the next.
      if (areSame(valuesOf(element), textsOf(sent, element))) fillIn(element, begun.current);
      else note();
    });
    return () => {
      element.removeEventListener('input', note);
      stop();
      setRestored(false);
    };
  }, [form, name, again]);

  function discard() {
    if (!form.current) return;
    fillIn(form.current, begun.current);
    forgetDraft(name);
    setRestored(false);
    // The button that was pressed is gone.
    form.current.querySelector<HTMLElement>('textarea, input:not([type="hidden"])')?.focus();
  }
  return { restored, discard };
}
