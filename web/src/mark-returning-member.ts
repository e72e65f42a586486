import { hasStoredSession } from './platform/auth/stored-session.ts';

/**
 * Runs before the prerendered home page is painted, and hides it from members with a stored session.
 *
 * Sets `data-remembered` on the root element; `home-scene.css` hides the page. `main.tsx` removes the attribute.
 */
if (hasStoredSession()) document.documentElement.dataset.remembered = '';
