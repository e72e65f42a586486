import { hasStoredSession } from './platform/auth/stored-session.ts';

/**
 * Run before the built home page is painted: whoever is remembered is not shown the visitors' page first. `main.tsx`
 * takes the mark away.
 */
if (hasStoredSession()) document.documentElement.dataset.remembered = '';
