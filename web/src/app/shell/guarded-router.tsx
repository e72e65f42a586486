import { type ReactNode, use, useMemo } from 'react';
import {
  BrowserRouter,
  UNSAFE_NavigationContext as NavigationContext,
  type Navigator,
  parsePath,
  type To,
} from 'react-router-dom';
import { passHistoryGate } from '../../platform/browser/history-gate.ts';

/**
 * The router of the page. Every navigation passes the gate of the screen that it leaves, whether a link, a redirect, or
 * our code starts it. A gate can hold a navigation back until the member confirms it, e.g. while an upload is running:
 * see history-gate.ts.
 */
export function GuardedRouter({ children }: { readonly children: ReactNode }) {
  return (
    <BrowserRouter>
      <GuardedNavigation>{children}</GuardedNavigation>
    </BrowserRouter>
  );
}

/** Replaces the router's navigator, which performs all navigations, by a guarded one. */
function GuardedNavigation({ children }: { readonly children: ReactNode }) {
  const context = use(NavigationContext);
  const guardedContext = useMemo(() => ({ ...context, navigator: guardNavigator(context.navigator) }), [context]);
  return <NavigationContext value={guardedContext}>{children}</NavigationContext>;
}

/** Returns a navigator whose navigations pass the gate. Back and Forward pass it as `popstate` events. */
function guardNavigator(navigator: Navigator): Navigator {
  return {
    createHref: (to) => navigator.createHref(to),
    go: (delta) => navigator.go(delta),
    push: (to, ...rest) => passHistoryGate(pathOf(to), () => navigator.push(to, ...rest)),
    replace: (to, ...rest) => passHistoryGate(pathOf(to), () => navigator.replace(to, ...rest)),
  };
}

/** Returns the path to which a navigation leads. A navigation without a path stays on the current one. */
function pathOf(to: To): string {
  const { pathname } = typeof to === 'string' ? parsePath(to) : to;
  return pathname ?? location.pathname;
}
