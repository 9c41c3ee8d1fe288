import { createContext, type JSX, type ReactElement, useContext } from 'react';
import { AppearanceContext } from '../appearance.ts';

export interface MarkupRecorder {
  /** The markup of an earlier rendering. */
  find(key: string): string | undefined;
  /** Two texts to render before and after an element whose markup will be stored. */
  mark(key: string): [before: string, after: string];
  /** Notes the time in ms at which a text of the page changes. */
  expire(at: number): void;
}

/** The stored markup; null in the browser. */
export const MarkupContext = createContext<MarkupRecorder | null>(null);

type Tags = 'div' | 'fieldset' | 'footer' | 'li' | 'nav' | 'ul';

type CachedMarkupProps<Tag extends Tags> = Omit<JSX.IntrinsicElements[Tag], 'children'> & {
  as: Tag;
  /** A unique name and everything that the markup of the children depends on, besides the reader's
   * number format; null if no other page has it. */
  inputs: readonly [name: string, ...values: unknown[]] | null;
  /** Creates one element. It must not contain ids of `useId` or a `RelativeTime`. */
  children: () => ReactElement;
};

/**
 * An element whose content is the same on many pages. The server renders the content once for the same
 * `inputs` and then writes its markup again. The browser renders it always.
 */
export function CachedMarkup<Tag extends Tags>(props: CachedMarkupProps<Tag>) {
  const { as, inputs, children, ...attributes } = props as CachedMarkupProps<'div'>;
  const Element = as;
  const recorder = useContext(MarkupContext);
  const numberFormat = useContext(AppearanceContext)?.numberFormat;
  if (!recorder || !inputs) return <Element {...attributes}>{children()}</Element>;
  const key = JSON.stringify([...inputs, numberFormat ?? 'comma-point']);
  const markup = recorder.find(key);
  if (markup !== undefined) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React wrote and escaped this markup earlier.
    return <Element {...attributes} dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  const [before, after] = recorder.mark(key);
  return (
    <Element {...attributes}>
      {before}
      {children()}
      {after}
    </Element>
  );
}
