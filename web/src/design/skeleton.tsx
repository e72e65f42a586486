interface SkeletonProps {
  /** What is on its way, in words. */
  readonly label: string;
  /** What it will look like. */
  readonly shape: 'cards' | 'posts' | 'rows' | 'form' | 'talk';
  readonly count?: number;
}

/** Stands where something will be, in its shape, so that nothing jumps when it comes. */
export function Skeleton({ label, shape, count = 3 }: SkeletonProps) {
  return (
    <div className="skeleton" role="status">
      <p className="soft">{label}</p>
      <div className={`skeleton__shapes skeleton__shapes--${shape}`} aria-hidden="true">
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are alike, and stay where they are.
          <div key={place} className="panel skeleton__shape">
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
