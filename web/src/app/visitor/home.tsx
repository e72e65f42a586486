import { Link } from 'react-router-dom';
import { useAuthState } from '../../platform/auth/auth-state.ts';
import './home.css';
import { useMember } from '../layout/member.ts';
import { Screen } from '../layout/screen.tsx';
import { texts } from '../layout/texts.ts';
import { Drawing, HomeScene } from './home-scene.tsx';
import { visitorTexts } from './texts.ts';

const { home } = visitorTexts;

/** The home page. Scrolling down leads from the trench to the surface. */
export default function Home() {
  return (
    <Screen title={home.title} className="home" lead={<HomeLead />}>
      <section aria-labelledby="how-heading">
        <h2 id="how-heading">{home.howHeading}</h2>
        <ul className="home__how">
          {home.how.map(({ title, text }, index) => (
            <li key={title} className="panel panel--padded">
              <Drawing name={`how-${index}`} />
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
      <CallToAction />
      <HomeScene />
    </Screen>
  );
}

function HomeLead() {
  const member = useMember();
  return (
    <>
      <AccountDeletedNotice />
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
      <svg className="home__onward" viewBox="0 0 24 32" aria-hidden="true">
        <path d="M12 3v24m-8-8 8 8 8-8" />
      </svg>
    </>
  );
}

/** Confirms that the account was deleted. */
function AccountDeletedNotice() {
  const auth = useAuthState();
  const deleted = auth.status === 'signedOut' && auth.reason === 'deleted';
  return <div role="status">{deleted && <p className="panel home__farewell">{home.accountDeleted}</p>}</div>;
}

function CallToAction() {
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
