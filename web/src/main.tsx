import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import './app/base.css';
import './app/buttons.css';
import { App } from './app/app.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { PageDescription } from './page-description.tsx';
import { authState, startAuth } from './platform/auth/auth-state.ts';
import { installHistoryGate } from './platform/history-gate.ts';
import { TakeOver } from './take-over.tsx';

const page = document.getElementById('root') as HTMLElement;

installHistoryGate();
void startAuth();

function show(): void {
  createRoot(page).render(
    <StrictMode>
      <ErrorBoundary>
        <BrowserRouter>
          <PageDescription />
          <TakeOver page={page}>
            <App />
          </TakeOver>
        </BrowserRouter>
      </ErrorBoundary>
    </StrictMode>,
  );
}

if (page.hasChildNodes() && authState().status === 'signedOut') {
  // The home page as it was built stays in sight until this one can stand in its place, in one step.
  void import('./app/home.tsx').catch(() => {}).then(show);
} else {
  page.replaceChildren();
  delete document.documentElement.dataset.remembered;
  show();
}
