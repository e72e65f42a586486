/** The shapes of a placeholder. */
export interface SkeletonShapes {
  /** The shape of the content to come. */
  readonly shape: 'cards' | 'posts' | 'rows' | 'form' | 'chat';
  /** The number of shapes. */
  readonly count?: number;
}

interface SkeletonProps extends SkeletonShapes {
  /** Text that says what is loading. Omit it if another part of the screen says so. */
  readonly label?: string | undefined;
}

/** A placeholder in the shape of the content, so that the page doesn't jump when the content arrives. */
export function Skeleton({ label, shape, count = 3 }: SkeletonProps) {
  return (
    <div className="skeleton" role={label && 'status'}>
      {label && <p className="soft">{label}</p>}
      <div className={`skeleton__shapes skeleton__shapes--${shape}`} aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical and never move.
          <div key={index} className="panel skeleton__shape">
            <i className="skeleton__round" />
            <i className="skeleton__name" />
            <i className="skeleton__text" />
            <i className="skeleton__text" />
          </div>
        ))}
      </div>
    </div>
  );
}
