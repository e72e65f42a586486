/** An icon in the navigation bar. `path` is drawn on 24 × 24 units. */
export function NavigationIcon({ path }: { path: string }) {
  return (
    <svg className="navigation__icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
