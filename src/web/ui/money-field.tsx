import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { roundAmount } from '#shared/format/amount-field.ts';
import { type InputProps, TextField } from './text-field.tsx';

type MoneyFieldProps = Omit<InputProps, 'multiline' | 'type' | 'ref'> & {
  /** For controlled fields: receives the text after rounding. */
  onRounded?: (text: string) => void;
};

/**
 * A field for an amount of money with two decimals. It rounds a text with more decimals visibly, when the
 * field loses the focus and before its form is sent.
 */
export function MoneyField({ onRounded, onBlur, onInput, ...rest }: MoneyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');

  function round() {
    const field = input.current;
    if (!field) return;
    const rounded = roundAmount(field.value);
    if (rounded === field.value) return;
    field.value = rounded;
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
        ref={input}
        onInput={(event) => {
          setAnnouncement('');
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
