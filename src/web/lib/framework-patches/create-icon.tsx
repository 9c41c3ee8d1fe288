import type { SVGProps } from 'react';

interface IconData {
  name: string;
  /** Earlier names, which are classes of the icon as well. */
  aliases?: unknown[];
  size?: number;
  node: [tag: string, attributes: Record<string, string | number>][];
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string;
}

/**
 * Replaces the function of lucide-react that creates its icons. The markup is the same, but the shapes are
 * written once as text instead of being rendered as elements on each page, and no context is read.
 */
export default function createIcon({ name, aliases = [], size: box = 24, node }: IconData) {
  const names = [name, ...aliases.filter((alias) => typeof alias === 'string' && alias.trim())];
  const ownClass = ['lucide', ...names.map((each) => `lucide-${each}`)].join(' ');
  const shapes = { __html: node.map(writeShape).join('') };
  return function Icon({ className, size = 24, ...rest }: IconProps) {
    return (
      <svg
        xmlns="http://www.w3.org/2000/svg"
        width={size}
        height={size}
        viewBox={`0 0 ${box} ${box}`}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className={className ? `${ownClass} ${className}` : ownClass}
        aria-hidden="true"
        {...rest}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the shapes of the package, no user's data.
        dangerouslySetInnerHTML={shapes}
      />
    );
  };
}

/** Writes a shape as React writes it. */
function writeShape([tag, { key: _key, ...attributes }]: IconData['node'][number]): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join('')}></${tag}>`;
}
