import { Link } from 'react-router-dom';
import { useAuthState } from '../platform/auth/auth-state.ts';
import './home.css';
import { useMember } from './member.ts';
import { Screen } from './screen.tsx';
import { texts } from './texts.ts';
import { visitorTexts } from './visitor-texts.ts';

const { home } = visitorTexts;

const HOW_ICONS = [
  'M24 32V8m-9 9 9-9 9 9M6 30c5 8 31 8 36 0M6 30v8h36v-8',
  'M6 40c6-4 12-4 18 0s12 4 18 0M24 34V6m-8 8 8-8 8 8M6 30c3-2 5-2 8-1m20-1c3-1 5-1 8 2',
  'M17 22a6 6 0 1 0 0-.1M37 20a5 5 0 1 0 0-.1M5 40c0-9 5-13 12-13s12 4 12 13M31 28c7-1 12 3 12 11',
];

/** The page for those who do not know the product yet: from the light at the top down to where everybody starts. */
export default function Home() {
  return (
    <Screen title={home.title} className="home" lead={<HomeLead />}>
      <section aria-labelledby="how-heading">
        <h2 id="how-heading">{home.howHeading}</h2>
        <ul className="home__how">
          {home.how.map(({ title, text }, index) => (
            <li key={title} className="panel panel--padded">
              <svg viewBox="0 0 48 48" aria-hidden="true">
                <path d={HOW_ICONS[index]} />
              </svg>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="layers-heading">
        <h2 id="layers-heading">{home.layersHeading}</h2>
        <p className="home__layers-lead">{home.layersLead}</p>
        <ol className="home__layers">
          {home.layers.map(({ name, range, text }, index) => (
            <li key={name} className={`home__layer home__layer--${index}`}>
              <h3>
                {name} <span>({range})</span>
              </h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <FinalCall />
    </Screen>
  );
}

function HomeLead() {
  const member = useMember();
  return (
    <>
      <Farewell />
      <p>{home.lead}</p>
      <div className="button-row">
        {member ? (
          <Link className="button" to="/dashboard">
            {texts.navigation.dashboard}
          </Link>
        ) : (
          <>
            <Link className="button" to="/register">
              {home.getStarted}
            </Link>
            <Link className="button button--quiet" to="/login">
              {home.login}
            </Link>
          </>
        )}
      </div>
    </>
  );
}

/** The last word to whoever has just deleted their account. */
function Farewell() {
  const auth = useAuthState();
  const gone = auth.status === 'signedOut' && auth.reason === 'deleted';
  return <div role="status">{gone && <p className="panel home__farewell">{home.farewell}</p>}</div>;
}

function FinalCall() {
  if (useMember()) return null;
  return (
    <section className="home__final" aria-labelledby="final-heading">
      <h2 id="final-heading">{home.finalHeading}</h2>
      <p>{home.finalText}</p>
      <Link className="button" to="/register">
        {home.createAccount}
      </Link>
    </section>
  );
}
