import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler, useMatch } from 'react-router-dom';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: To;
  /** The state of the new history entry. */
  readonly state?: unknown;
}

/**
 * A link to a screen, which opens without loading the page again.
 *
 * Use it instead of the router's `Link`, which contains prefetching for server-rendered apps. That adds 2.5 KB to the
 * scripts of every page.
 */
export function Link({ to, state, onClick, ...props }: LinkProps) {
  const href = useHref(to);
  const openScreen = useLinkClickHandler(to, { state, target: props.target });

  return (
    <a
      {...props}
      href={href}
      onClick={(event) => {
        onClick?.(event);
        if (!event.defaultPrevented) openScreen(event);
      }}
    />
  );
}

/** A link that is marked as the current page, with the class `active`, on its screen and on screens below it. */
export function NavLink({ to, className, ...props }: LinkProps & { readonly to: string }) {
  // Every path is below `/`, so a link to `/` is active only on its own screen.
  const isActive = useMatch({ path: to, end: to === '/' }) !== null;
  const classNames = [className, isActive && 'active'].filter(Boolean).join(' ');
  return <Link {...props} to={to} className={classNames} aria-current={isActive ? 'page' : undefined} />;
}
