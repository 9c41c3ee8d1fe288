import { type RefObject, useEffect, useRef, useState } from 'react';
import {
  type DraftValues,
  deleteDraft,
  deleteOldDrafts,
  onSent,
  readDraft,
  saveDraft,
} from './draft-store.ts';
import { areSame, fillIn, textsOf, valuesOf } from './form-values.ts';

interface DraftOptions {
  /** Of whose form about what, such as `ada:comment:0198…`; another account sees nothing of it. */
  name: string;
  /** What the form begins with, as it is kept on the server. */
  saved?: DraftValues;
  /** Which text of it that is, where a form changes one: an older draft is shown on demand alone. */
  version?: string;
  /** Inputs that keep what they begin with, whatever the draft has: the address names it. */
  given?: readonly string[];
  /** The form stays where it is and is begun anew once it was sent. */
  again?: boolean;
}

/** Whether the form shows what was typed another time, or could, of a text that was changed since. */
export type DraftState = 'none' | 'restored' | 'outdated';

export interface ShownDraft {
  name: string;
  state: DraftState;
  /** Fills in what is outdated: its reader has decided. */
  onShow: () => void;
  onDiscard: () => void;
}

const empty: DraftValues = {};

/**
 * Keeps what is typed into a form, so that neither a closed tab nor a session that ended loses it, and
 * fills it in again. While an outdated draft waits for its reader's word, nothing takes its place.
 * Whoever sends the form calls `dropSentDraft` once that succeeded. The form's controls must keep their
 * own values.
 */
export function useDraft(
  form: RefObject<HTMLFormElement | null>,
  { name, saved = empty, version = '', given, again = false }: DraftOptions,
): ShownDraft {
  const [state, setState] = useState<DraftState>('none');
  const begun = useRef({ saved, version, given });
  begun.current = { saved, version, given };
  const waits = useRef(false);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    deleteOldDrafts();
    // What the form is filled in with; the page may learn of a newer text while it is.
    const { version: of } = begun.current;
    const kept = readDraft(name);
    // What was typed while the page woke, or what came back refused, is newer.
    const untouched = areSame(valuesOf(element), begun.current.saved);
    const values = kept && withGiven(kept.values, begun.current);
    if (kept && values && !areSame(values, begun.current.saved) && untouched) {
      waits.current = kept.of !== of;
      if (!waits.current) fillIn(element, values);
      setState(waits.current ? 'outdated' : 'restored');
    }

    function note() {
      if (!element || waits.current) return;
      const typed = valuesOf(element);
      if (!areSame(typed, begun.current.saved)) saveDraft(name, { values: typed, of });
      else deleteDraft(name);
    }
    if (!untouched) note();
    element.addEventListener('input', note);
    const stop = onSent(name, (sent) => {
      waits.current = false;
      setState('none');
      if (!again) return;
      // What was typed while it was on its way is the next.
      if (areSame(valuesOf(element), textsOf(sent, element))) fillIn(element, begun.current.saved);
      else note();
    });
    return () => {
      element.removeEventListener('input', note);
      stop();
      waits.current = false;
      setState('none');
    };
  }, [form, name, again]);

  function settle(values: DraftValues, next: DraftState) {
    if (!form.current) return;
    waits.current = false;
    fillIn(form.current, values);
    setState(next);
    // The button that was pressed is gone.
    form.current.querySelector<HTMLElement>('textarea, input:not([type="hidden"])')?.focus();
  }
  function onShow() {
    settle(withGiven(readDraft(name)?.values ?? empty, begun.current), 'restored');
  }
  function onDiscard() {
    deleteDraft(name);
    // What is typed beside an outdated draft stays.
    settle(state === 'outdated' && form.current ? valuesOf(form.current) : saved, 'none');
  }
  return { name, state, onShow, onDiscard };
}

interface Begun {
  saved: DraftValues;
  given?: readonly string[];
}

function withGiven(values: DraftValues, { saved, given = [] }: Begun): DraftValues {
  return { ...values, ...Object.fromEntries(given.map((name) => [name, saved[name] ?? []])) };
}
