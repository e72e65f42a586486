import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './app/layout/base.css';
import './app/layout/buttons.css';
import { App, PageDescription, preloadMemberArea } from './app/shell/app.tsx';
import { ErrorBoundary } from './app/shell/error-boundary.tsx';
import { authState, startAuth } from './platform/auth/auth-state.ts';
import { installHistoryGate } from './platform/history-gate.ts';
import { takeOver } from './take-over.ts';

installHistoryGate();
void startAuth();
if (authState().status === 'loading') preloadMemberArea();

/** Where the page is shown. What was built into it is for visitors; others have waited without seeing it. */
function place(): HTMLElement {
  const root = document.getElementById('root') as HTMLElement;
  if (root.hasChildNodes() && authState().status === 'signedOut') return takeOver(root);
  root.replaceChildren();
  delete document.documentElement.dataset.remembered;
  return root;
}

createRoot(place()).render(
  <StrictMode>
    <ErrorBoundary>
      <BrowserRouter>
        <PageDescription />
        <App />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>,
);
