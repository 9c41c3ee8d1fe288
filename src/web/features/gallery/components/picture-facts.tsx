import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { GalleryPicture } from '#domain/gallery/gallery-columns.ts';
import { ReportAndHideLinks } from '#web/features/moderation/public.ts';
import { Avatar } from '#web/ui/accounts/avatar.tsx';
import { RoleBadge } from '#web/ui/accounts/role-badge.tsx';
import { RelativeTime } from '#web/ui/texts/relative-time.tsx';

interface PictureFactsProps {
  picture: GalleryPicture;
  now: Date;
  isHidden?: boolean;
  /** Buttons. */
  children?: ReactNode;
}

/** The uploader, time and caption of a picture. */
export function PictureFacts({ picture, now, isHidden, children }: PictureFactsProps) {
  const { uploader, publishedAt, caption } = picture;
  const profile = `/profile/${uploader.username}`;
  return (
    <div className="flex min-w-0 items-center gap-x-3">
      <Link to={profile} prefetch="intent" tabIndex={-1} aria-hidden className="self-start">
        <Avatar picture={uploader.profilePic} size={44} />
      </Link>
      <div className="min-w-0 flex-1">
        {caption && (
          <p dir="auto" className="line-clamp-3 text-lg wrap-anywhere">
            {caption}
          </p>
        )}
        <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-sm">
          <Link to={profile} prefetch="intent" className="min-h-6 font-semibold wrap-anywhere">
            {uploader.username}
          </Link>
          <RoleBadge role={uploader.role} small />
          <RelativeTime value={publishedAt} now={now} className="text-muted" />
        </p>
      </div>
      <ReportAndHideLinks
        kind="picture"
        thing={picture.id}
        author={uploader.username}
        name="the picture"
        isHidden={isHidden}
      />
      {children}
    </div>
  );
}
