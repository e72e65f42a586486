import { Component, type ReactNode } from 'react';
import { texts } from '../layout/texts.ts';

/** Shows an error and a Reload button if rendering fails, e.g. in a page that was open during a new release. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;

    return (
      <main className="broken">
        {/* Takes the focus, because the focused element was unmounted. */}
        <h1 tabIndex={-1} ref={(heading) => heading?.focus()}>
          {texts.brokenHeading}
        </h1>
        <p role="alert">{texts.broken}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          {texts.reload}
        </button>
      </main>
    );
  }
}
