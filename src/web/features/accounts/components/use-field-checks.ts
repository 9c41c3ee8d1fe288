import {
  type FocusEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { FieldCheck } from '#shared/schemas/account-fields.ts';

type Problems = Record<string, string | null>;

/**
 * Checks the fields of a form: one that was changed when it is left, all before the form is sent. What
 * is wrong goes away as soon as it is put right. A field that is not in the answer was not checked since
 * `failure`, the server's own answer, whose word then counts.
 */
export function useFieldChecks(
  form: RefObject<HTMLFormElement | null>,
  checks: Record<string, FieldCheck>,
  failure: { fields: Record<string, string> } | null,
) {
  const [state, setState] = useState<{ of: typeof failure; problems: Problems }>({
    of: failure,
    problems: {},
  });
  const problems = state.of === failure ? state.problems : {};
  const afterPress = useAfterPress();

  function note(found: Problems) {
    setState((now) => ({
      of: failure,
      problems: { ...(now.of === failure ? now.problems : {}), ...found },
    }));
  }

  function onBlur({ target }: FocusEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    const check = checks[target.name];
    if (!check || target.value === target.defaultValue) return;
    afterPress(() => note({ [target.name]: check(target.value) }));
  }

  function onInput({ target }: FormEvent<HTMLFormElement>) {
    if (!(target instanceof HTMLInputElement)) return;
    const { name, value } = target;
    const isWrong = name in problems ? problems[name] !== null : failure?.fields[name];
    const check = checks[name];
    if (isWrong && check) note({ [name]: check(value) });
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
    note(found);
    const field = form.current?.elements.namedItem(first);
    if (field instanceof HTMLInputElement) field.focus();
  }

  return { problems, listeners: { onBlur, onInput, onSubmit } };
}

/**
 * Runs work that changes the layout once no press is under way: a field is left as soon as a button or
 * a link is pressed, which must not move from under the pointer before it is let go.
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
    // A timer, as the click follows the release, and as a tap is over in one task.
    if (!isPressed.current) setTimeout(work);
    else document.addEventListener('pointerup', () => setTimeout(work), { once: true });
  };
}
