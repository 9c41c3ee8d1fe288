interface AvatarProps {
  /** A file name from profile1.webp to profile9.webp. */
  picture: string;
  /** Width and height in CSS pixels. */
  size?: number;
  /** Empty where the name is shown beside the picture. */
  alt?: string;
  className?: string;
}

/** A player's avatar. */
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
