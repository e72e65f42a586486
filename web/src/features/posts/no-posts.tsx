import type { ReactNode } from 'react';
import './posts.css';

/** Stands in for posts that are not there yet. */
export function NoPosts({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <div className="panel posts__empty">
      {heading && <h3>{heading}</h3>}
      {children}
    </div>
  );
}
