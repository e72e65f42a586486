import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { ToastRegion } from '../../design/toast-region.tsx';
import { oceanStyle } from '../../ocean/ocean.tsx';
import { themeOf } from '../../ocean/theme.ts';
import { texts } from '../layout/texts.ts';
import Home from '../visitor/home.tsx';
import { visitorTexts } from '../visitor/texts.ts';
import { VisitorNavigation } from './navigation-bar.tsx';

/** What the built page says of itself, and shows. */
export interface HomeDocument {
  readonly title: string;
  readonly description: string;
  readonly markup: string;
}

/**
 * The home page as `App` shows it to a visitor, as text: what is in the water comes later there too. The browser puts
 * its own in the place of it, so both must look the same.
 */
export function homeDocument(): HomeDocument {
  const theme = themeOf(0);
  const markup = renderToStaticMarkup(
    <StaticRouter location="/">
      <div className="page" style={oceanStyle(theme)} data-zone={theme.level}>
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
  return { title: visitorTexts.home.title, description: visitorTexts.descriptions.screens['/'], markup };
}
