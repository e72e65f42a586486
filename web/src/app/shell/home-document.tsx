import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { ToastRegion } from '../../design/toast-region.tsx';
import { oceanStyle } from '../../ocean/ocean.tsx';
import { themeOf } from '../../ocean/theme.ts';
import { texts } from '../layout/texts.ts';
import Home from '../visitor/home.tsx';
import { homeTexts } from '../visitor/home-texts.ts';
import { VisitorNavigation } from './navigation-bar.tsx';

/** The prerendered home page. */
export interface HomeDocument {
  readonly title: string;
  readonly description: string;
  readonly markup: string;
}

/**
 * Renders the home page for visitors as HTML, at build time.
 *
 * The browser replaces it with the same page rendered by `App`. Keep the markup equal to `Page` in `app.tsx`, without
 * creatures and particles.
 */
export function renderHomeDocument(): HomeDocument {
  const theme = themeOf(0);
  const markup = renderToStaticMarkup(
    <StaticRouter location="/">
      <div className="page" style={oceanStyle(theme)} data-scheme={theme.palette.scheme} data-zone={theme.level}>
        <a className="skip-link" href="#content">
          {texts.skip}
        </a>
        <div className="ocean" aria-hidden="true" />
        <VisitorNavigation />
        <main id="content" tabIndex={-1}>
          <Home />
        </main>
        <ToastRegion />
      </div>
    </StaticRouter>,
  );

  return { title: homeTexts.title, description: homeTexts.description, markup };
}
