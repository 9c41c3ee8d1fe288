import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { FieldCheck } from '#shared/schemas/accounts/account-fields.ts';

type Problems = Record<string, string | null>;

/**
 * Validates the fields of a form: a changed field when it loses the focus, all fields before the form is
 * sent. An error disappears as soon as it is corrected. For a field that is missing in `problems`, the
 * error in `failure`, the server's answer, applies.
 */
export function useFieldValidation(
  form: RefObject<HTMLFormElement | null>,
  checks: Record<string, FieldCheck>,
  failure: { fields: Record<string, string> } | null,
) {
  const [state, setState] = useState<{ failure: typeof failure; problems: Problems }>({
    failure,
    problems: {},
  });
  const problems = state.failure === failure ? state.problems : {};
  const afterPress = useAfterPress();

  function addProblems(found: Problems) {
    setState((current) => ({
      failure,
      problems: { ...(current.failure === failure ? current.problems : {}), ...found },
    }));
  }

  function onBlur({ target }: FocusEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    const check = checks[target.name];
    if (!check || target.value === target.defaultValue) return;
    afterPress(() => addProblems({ [target.name]: check(target.value) }));
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    const isWrong = name in problems ? problems[name] !== null : failure?.fields[name];
    const check = checks[name];
    if (isWrong && check) addProblems({ [name]: check(value) });
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const found: Problems = {};
    for (const [name, check] of Object.entries(checks)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) found[name] = check(field.value);
    }
    const first = Object.keys(found).find((name) => found[name] !== null);
    if (first === undefined) return;
    event.preventDefault();
    addProblems(found);
    const field = form.current?.elements.namedItem(first);
    if (field instanceof HTMLInputElement) field.focus();
  }

  return { problems, listeners: { onBlur, onInput, onSubmit } };
}

/**
 * Runs work that changes the layout when no pointer is pressed. Pressing a button takes the focus from a
 * field; the button must not move away before the pointer is released.
 */
function useAfterPress() {
  const isPressed = useRef(false);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
    };
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    document.addEventListener('pointerdown', press, options);
    document.addEventListener('pointerup', release, options);
    document.addEventListener('pointercancel', release, options);
    return () => stop.abort();
  }, []);

  return (work: () => void) => {
    // In a timer, as the click comes after the release, and a tap ends in one task.
    if (!isPressed.current) setTimeout(work);
    else document.addEventListener('pointerup', () => setTimeout(work), { once: true });
  };
}
