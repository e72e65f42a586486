import { restoreBrowserColours } from './ocean/browser-colours.ts';
import { hasStoredSession } from './platform/auth/stored-session.ts';

/**
 * Runs before the first paint of every document. Small, because the paint waits for it.
 *
 * - Sets `data-remembered` on the root element for members with a stored session. `home-scene.css` then hides the
 *   prerendered home page. `main.tsx` removes the attribute.
 * - Sets the browser's colours to those of the last visit. Otherwise, a reload at the surface would flash in the dark
 *   colours of the bottom. The home page starts at the bottom for everyone.
 */
if (hasStoredSession()) document.documentElement.dataset.remembered = '';
if (location.pathname !== '/') restoreBrowserColours();
