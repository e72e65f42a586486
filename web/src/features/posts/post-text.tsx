import { memo } from 'react';
import { LinkedText } from '../../design/writing/linked-text.tsx';

/** What somebody has written, with a direction of its own. */
export const PostText = memo(function PostText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p className={`post-text ${className}`} dir="auto">
      <LinkedText text={text} />
    </p>
  );
});
