import { memo, useState } from 'react';
import { LinkedText } from '../../design/writing/linked-text.tsx';
import { texts } from './texts.ts';

/** What somebody has written, with a direction of its own. */
export const PostText = memo(function PostText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p className={`post-text ${className}`} dir="auto">
      <LinkedText text={text} />
    </p>
  );
});

const LONG_CHARACTERS = 700;
const LONG_LINES = 12;

/** A post's text. A long one opens on request, or a list would be one post. */
export function LongPostText({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const long = text.length > LONG_CHARACTERS || text.split('\n').length > LONG_LINES;
  return (
    <>
      <PostText text={text} className={long && !open ? 'post-text--clamped' : ''} />
      {long && (
        <button type="button" className="text-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? texts.showLess : texts.showMore}
        </button>
      )}
    </>
  );
}
