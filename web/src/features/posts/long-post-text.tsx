import { useState } from 'react';
import { PostText } from './post-text.tsx';
import { texts } from './texts.ts';

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
