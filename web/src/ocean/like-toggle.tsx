import type { ReactNode } from 'react';
import './like-toggle.css';

interface LikeToggleProps {
  readonly isLiked: boolean;
  readonly onToggle: () => void;
  /** The count, with hidden text that makes a sentence for screen readers. */
  readonly children: ReactNode;
}

/** A like button: a heart that is filled when `isLiked`. */
export function LikeToggle({ isLiked, onToggle, children }: LikeToggleProps) {
  return (
    <button type="button" className="like-button" aria-pressed={isLiked} onClick={onToggle}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20.500C5.500 15.800 3 12.400 3 8.900 3 6.200 5.100 4.200 7.600 4.200c1.800 0 3.400 1 4.400 2.700 1-1.700 2.600-2.700 4.400-2.700 2.500 0 4.600 2 4.600 4.700 0 3.500-2.500 6.900-9 11.600z" />
      </svg>
      {children}
    </button>
  );
}
