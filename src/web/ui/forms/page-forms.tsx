import { createContext, type ReactNode, useContext } from 'react';
import type { FormError } from '#web/lib/actions/form-error.ts';

interface PageForms {
  /** The error of the page's last form; null if it succeeded or none was sent. */
  failure: FormError | null;
  /** What was typed before a proof of identity, by input name. */
  typedTexts: Record<string, string>;
}

const PageFormsContext = createContext<PageForms>({ failure: null, typedTexts: {} });

interface PageFormsProps {
  /** The error of the last form; null if it succeeded or none was sent. */
  failure?: FormError | null;
  /** What was typed before a proof of identity. */
  typedTexts?: Record<string, string>;
  children: ReactNode;
}

const nothing = {};

/** Tells the forms of a page what became of the last one. */
export function PageForms({ failure = null, typedTexts = nothing, children }: PageFormsProps) {
  return <PageFormsContext value={{ failure, typedTexts }}>{children}</PageFormsContext>;
}

function isSent(values: Record<string, string>, typed: Record<string, string> | undefined) {
  const entries = Object.entries(values);
  return entries.length > 0 && entries.every(([name, value]) => typed?.[name] === value);
}

/** The error of the form that sends these values; null if it is not the one that failed. */
export function useOwnFailure(values: Record<string, string>): FormError | null {
  const { failure } = useContext(PageFormsContext);
  return isSent(values, failure?.typed) ? failure : null;
}

/** What was typed into the form with these values before a proof of identity. */
export function useTypedTexts(values: Record<string, string>): Record<string, string> | null {
  const { typedTexts } = useContext(PageFormsContext);
  return isSent(values, typedTexts) ? typedTexts : null;
}
