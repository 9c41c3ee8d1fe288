import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';

export type ButtonVariant = 'primary' | 'quiet' | 'danger' | 'ghost';
export type ButtonSize = 'sm' | 'md' | 'lg';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent shadow-lift hover:bg-accent-strong',
  quiet: 'bg-plinth text-ink shadow-lift hover:bg-line',
  danger: 'bg-danger text-on-danger shadow-lift hover:brightness-110',
  ghost: 'text-ink hover:bg-raised',
};

const sizes: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-4.5',
  lg: 'min-h-13 px-6 text-lg',
};

interface ButtonStyle {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Whether it is as wide as its container. */
  block?: boolean;
}

function buttonClass(
  { variant = 'primary', size = 'md', block = false }: ButtonStyle,
  className = '',
) {
  return [
    'relative inline-flex items-center justify-center gap-2 rounded-md text-center font-semibold',
    'transition-[background-color,filter,scale] active:scale-[0.985]',
    'disabled:opacity-55 disabled:shadow-none aria-disabled:active:scale-100',
    '[&_svg]:size-[1.15em] [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    block ? 'w-full' : '',
    className,
  ].join(' ');
}

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Its form is being sent: it shows that and ignores presses, but keeps the focus. */
  pending?: boolean;
  children: ReactNode;
}

/** A button. Its type is `submit` by default, because most buttons send a form. */
export function Button(props: ButtonProps) {
  const { variant, size, block, pending = false, className, children, onClick, ...rest } = props;
  function onPress(event: MouseEvent<HTMLButtonElement>) {
    // The attribute `disabled` would remove the focus, so a pending button only stops the form.
    if (pending) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      type="submit"
      {...rest}
      onClick={onPress}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      className={buttonClass({ variant, size, block }, className)}
    >
      {pending && <LoaderCircle aria-hidden className="absolute inset-0 m-auto animate-spin" />}
      <span className={`inline-flex items-center gap-2 ${pending ? 'opacity-0' : ''}`}>
        {children}
      </span>
      {pending && <span className="sr-only">, working</span>}
    </button>
  );
}

interface ButtonLinkProps extends ComponentProps<typeof Link>, ButtonStyle {}

/** A link that looks like a button. Its page is prefetched on hover and focus. */
export function ButtonLink({ variant, size, block, className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      prefetch="intent"
      {...rest}
      className={buttonClass({ variant, size, block }, className)}
    />
  );
}
