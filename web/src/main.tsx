import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './design/base.css';
import './design/buttons.css';
import { App, preloadMemberArea } from './app/shell/app.tsx';
import { ErrorBoundary } from './app/shell/error-boundary.tsx';
import { GuardedRouter } from './app/shell/guarded-router.tsx';
import { authState, startAuth } from './platform/auth/auth-state.ts';
import { installHistoryGate } from './platform/browser/history-gate.ts';
import { swapPrerenderedPage } from './swap-prerendered-page.ts';

installHistoryGate();
void startAuth();
if (authState().status === 'loading') preloadMemberArea();

/**
 * Returns the element to render into. Visitors see the prerendered home page until the app replaces it. For members, it
 * is removed before the app renders.
 */
function prepareRoot(): HTMLElement {
  const root = document.getElementById('root') as HTMLElement;
  if (root.hasChildNodes() && authState().status === 'signedOut') return swapPrerenderedPage(root);

  root.replaceChildren();
  // before-first-paint.ts has set this attribute, which hides the prerendered page.
  delete document.documentElement.dataset.remembered;
  return root;
}

createRoot(prepareRoot()).render(
  <StrictMode>
    <ErrorBoundary>
      <GuardedRouter>
        <App />
      </GuardedRouter>
    </ErrorBoundary>
  </StrictMode>,
);
