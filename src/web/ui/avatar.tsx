interface AvatarProps {
  /** profile1.webp to profile9.webp. */
  picture: string;
  /** Side in CSS pixels. */
  size?: number;
  /** Empty where the name stands beside it. */
  alt?: string;
  className?: string;
}

/** A player's picture: one of the nine. */
export function Avatar({ picture, size = 40, alt = '', className = '' }: AvatarProps) {
  return (
    <img
      src={`/art/avatars/${picture}`}
      width={size}
      height={size}
      alt={alt}
      decoding="async"
      className={`shrink-0 rounded-full bg-raised object-cover text-transparent ${className}`}
    />
  );
}
