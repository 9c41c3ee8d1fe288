import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { explainAmount, roundAmount } from '#shared/format/amounts/amount-field.ts';
import { useFieldProps } from '../forms/failed-form.ts';
import { useNumbers } from '../texts/numbers.ts';
import { type InputProps, TextField } from './text-field.tsx';

type MoneyFieldProps = Omit<InputProps, 'multiline' | 'type' | 'ref'> & {
  /** For controlled fields: receives the text after rounding. */
  onRounded?: (text: string) => void;
};

/**
 * A field for an amount of money with two decimals. Below a text that is no plain decimal, it shows the amount that
 * was understood. It rounds a text with more decimals visibly, when the field loses the focus and before its form is
 * sent.
 */
export function MoneyField({ onRounded, onBlur, onInput, hint, ...given }: MoneyFieldProps) {
  const rest = useFieldProps(given);
  const { formatMoney } = useNumbers();
  const input = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''));
  const understood = explainAmount(String(rest.value ?? typed));

  function round() {
    const field = input.current;
    if (!field) return;
    const rounded = roundAmount(field.value);
    if (rounded === field.value) return;
    field.value = rounded;
    setTyped(rounded);
    setAnnouncement(`Rounded to ${rounded}.`);
    onRounded?.(rounded);
  }

  // A native listener on the form runs before React's handlers, so that they read the rounded text.
  const roundBeforeSending = useEffectEvent(round);
  useEffect(() => {
    const form = input.current?.form;
    const listener = () => roundBeforeSending();
    form?.addEventListener('submit', listener);
    return () => form?.removeEventListener('submit', listener);
  }, []);

  return (
    <>
      <TextField
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        hint={
          understood === null ? (
            hint
          ) : (
            <>
              <span className="block font-medium text-ink tabular-nums">
                = {formatMoney(understood)}
              </span>
              {hint}
            </>
          )
        }
        ref={input}
        onInput={(event) => {
          setAnnouncement('');
          setTyped(event.currentTarget.value);
          onInput?.(event);
        }}
        onBlur={(event) => {
          round();
          onBlur?.(event);
        }}
      />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </>
  );
}
