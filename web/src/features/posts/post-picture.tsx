import { useState } from 'react';
import type { Post } from '../../../../shared/contract/posts.ts';
import { texts } from './texts.ts';

interface PostPictureProps {
  /** A presigned URL. Every response contains a new one. */
  readonly url: string;
  readonly post: Pick<Post, 'imageAlt' | 'username'>;
}

/**
 * A post's picture.
 *
 * Keeps using the first URL until it fails, because each refetch brings a new URL, which would download the picture
 * again. The link has the newest URL, because a presigned URL expires.
 */
export function PostPicture({ url, post: { imageAlt, username } }: PostPictureProps) {
  const [usedUrl, setUsedUrl] = useState(url);
  const [failedUrl, setFailedUrl] = useState<string>();
  const [isLoaded, setIsLoaded] = useState(false);
  const src = usedUrl === failedUrl ? url : usedUrl;
  const alt = imageAlt || texts.pictureBy(username);

  if (src === failedUrl) return <p className="post__picture post__picture--failed soft">{texts.pictureFailed}</p>;

  return (
    <a
      className={isLoaded ? 'post__picture post__picture--loaded' : 'post__picture'}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.openPicture(alt)}
    >
      <img
        src={src}
        alt={alt}
        dir="auto"
        loading="lazy"
        decoding="async"
        onLoad={() => setIsLoaded(true)}
        onError={() => {
          setFailedUrl(src);
          setUsedUrl(url);
        }}
      />
    </a>
  );
}
