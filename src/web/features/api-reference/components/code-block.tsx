interface CodeBlockProps {
  /** The caption, such as `Call` or `Result`. */
  label: string;
  children: string;
}

/** Preformatted code with a caption. Long lines wrap. */
export function CodeBlock({ label, children }: CodeBlockProps) {
  return (
    <figure className="min-w-0 rounded-md bg-well px-4 pt-3 pb-4 shadow-[inset_0_0_0_1px_var(--line)]">
      <figcaption className="mb-1.5 text-xs font-semibold text-muted">{label}</figcaption>
      <pre className="font-mono text-xs leading-relaxed whitespace-pre-wrap wrap-anywhere sm:text-sm">
        <code>{children}</code>
      </pre>
    </figure>
  );
}
