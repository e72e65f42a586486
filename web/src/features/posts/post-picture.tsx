import { useState } from 'react';
import type { Post } from '../../../../shared/contract/posts.ts';
import { texts } from './texts.ts';

interface PostPictureProps {
  /** Signed for a while; another one with every answer. */
  readonly url: string;
  readonly post: Pick<Post, 'imageAlt' | 'username'>;
}

/** A post's picture. Its address is kept while it works: a picture that is shown must not be fetched every half minute. */
export function PostPicture({ url, post: { imageAlt, username } }: PostPictureProps) {
  const [kept, keep] = useState(url);
  const [failed, setFailed] = useState<string>();
  const shown = kept === failed ? url : kept;
  const alt = imageAlt || texts.pictureBy(username);
  if (shown === failed) return <p className="post__picture post__picture--failed soft">{texts.pictureFailed}</p>;
  return (
    <a
      className="post__picture"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={texts.openPicture(alt)}
    >
      <img
        src={shown}
        alt={alt}
        dir="auto"
        loading="lazy"
        decoding="async"
        onError={() => {
          setFailed(shown);
          keep(url);
        }}
      />
    </a>
  );
}
