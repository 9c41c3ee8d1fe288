interface BadgeEmblemProps {
  /** The level, 1 to 5; 0 for the outline of a badge that is not crafted yet. */
  level: number;
  className?: string;
}

/** The colour of each level; the number of stars shows it as well. */
const colors = [
  'text-edge',
  'text-common',
  'text-uncommon',
  'text-rare',
  'text-epic',
  'text-legendary',
];

const star = 'm0-5 1.5 3.3 3.6.4-2.7 2.4.8 3.5L0 2.8l-3.2 1.8.8-3.5-2.7-2.4 3.6-.4z';

/** The stars follow the curve of the shield. `offset` counts from the middle one. */
const placeStar = (offset: number) =>
  `translate(${32 + offset * 7} ${51.5 - offset * offset * 1.4}) scale(0.66)`;

/** A badge as a medal: a shield in the colour of its level with one star for each level. */
export function BadgeEmblem({ level, className = '' }: BadgeEmblemProps) {
  return (
    <svg
      viewBox="0 0 64 72"
      role="img"
      aria-label={level > 0 ? `Badge, level ${level}` : 'No badge yet'}
      className={`drop-shadow-card ${colors[level] ?? ''} ${className}`}
    >
      <path
        d="M32 3 58 12v24c0 16-11 27-26 33C17 63 6 52 6 36V12z"
        className="fill-surface"
        stroke="currentColor"
        strokeWidth={level > 0 ? 4 : 2}
        strokeDasharray={level > 0 ? undefined : '4 4'}
        strokeLinejoin="round"
      />
      {level > 0 && (
        <>
          <path
            d="M32 11 51 17.5V36c0 11.5-7.6 19.6-19 24.5C20.6 55.6 13 47.5 13 36V17.5z"
            fill="currentColor"
            opacity="0.22"
          />
          <text
            x="32"
            y="41"
            textAnchor="middle"
            fill="currentColor"
            className="font-display text-[24px] font-bold"
          >
            {level}
          </text>
          <g fill="currentColor">
            {Array.from({ length: level }, (_, index) => index - (level - 1) / 2).map((place) => (
              <path key={place} d={star} transform={placeStar(place)} />
            ))}
          </g>
        </>
      )}
    </svg>
  );
}
