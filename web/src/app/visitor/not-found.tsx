import { Link } from '../../design/link.tsx';
import './not-found.css';
import { Screen } from '../layout/screen.tsx';
import { visitorTexts } from './texts.ts';

const { notFound } = visitorTexts;

/** The 404 page, for all unknown paths. */
export default function NotFound() {
  return (
    <Screen title={notFound.title} className="screen--narrow not-found" lead={<p>{notFound.text}</p>}>
      <meta name="robots" content="noindex" />
      <Link className="button" to="/">
        {notFound.back}
      </Link>
      <svg className="not-found__deep" aria-hidden="true">
        <use href="/home-scene.svg#angler" />
      </svg>
    </Screen>
  );
}
