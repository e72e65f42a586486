import { memo, useState } from 'react';
import { LinkedText } from '../../design/writing/linked-text.tsx';
import { texts } from './texts.ts';

/** Text of a post or comment, with links and automatic text direction. */
export const PostText = memo(function PostText({ text, className = '' }: { text: string; className?: string }) {
  return (
    <p className={`post-text ${className}`} dir="auto">
      <LinkedText text={text} />
    </p>
  );
});

/** Maximum length of a text that is shown in full, in UTF-16 code units. Longer texts are clamped. */
const MAX_UNCLAMPED_LENGTH = 700;

/** Maximum number of lines of a text that is shown in full. */
const MAX_UNCLAMPED_LINES = 12;

/** The text of a post. posts.css clamps long texts to ten lines, and a button shows all. */
export function LongPostText({ text }: { text: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const isLong = text.length > MAX_UNCLAMPED_LENGTH || text.split('\n').length > MAX_UNCLAMPED_LINES;

  return (
    <>
      <PostText text={text} className={isLong && !isOpen ? 'post-text--clamped' : ''} />
      {isLong && (
        <button type="button" className="text-button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? texts.showLess : texts.showMore}
        </button>
      )}
    </>
  );
}
