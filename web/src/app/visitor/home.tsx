import { Link } from '../../design/link.tsx';
import { paletteAt, paletteStyle, SURFACE_METRES } from '../../ocean/palette.ts';
import { useAuthState } from '../../platform/auth/auth-state.ts';
import './home.css';
import { useMember } from '../layout/member.ts';
import { Screen } from '../layout/screen.tsx';
import { texts } from '../layout/texts.ts';
import { Drawing, HomeScene } from './home-scene.tsx';
import { homeTexts as home } from './home-texts.ts';

/** The depths whose light the layers have, in metres: a depth within each of `home.layers`. */
const LAYER_METRES = [30, 300, 3000, SURFACE_METRES];

/** The home page. Scrolling down leads from the trench to the surface, and every layer has its own light. */
export default function Home() {
  return (
    <Screen title={home.title} description={home.description} className="home" lead={<HomeLead />}>
      <section className="home__sheet" aria-labelledby="how-heading">
        <h2 id="how-heading">{home.howHeading}</h2>
        <ul className="home__how">
          {home.howSteps.map(({ title, text }, index) => (
            <li key={title}>
              <Drawing name={`how-${index}`} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="layers-heading">
        <div className="home__sheet home__layers-head">
          <h2 id="layers-heading">{home.layersHeading}</h2>
          <p className="home__layers-lead">{home.layersLead}</p>
        </div>
        <ol className="home__layers">
          {home.layers.map(({ name, range, text }, index) => (
            <li key={name} className="home__sheet" {...coloursAt(LAYER_METRES[index] ?? SURFACE_METRES)}>
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

/** Returns the attributes that give an element and its content the colours of a depth. */
function coloursAt(metres: number) {
  const palette = paletteAt(metres);
  return { style: paletteStyle(palette), 'data-scheme': palette.scheme };
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
  const wasDeleted = auth.status === 'signedOut' && auth.reason === 'deleted';
  return <div role="status">{wasDeleted && <p className="panel home__farewell">{home.accountDeleted}</p>}</div>;
}

function CallToAction() {
  if (useMember()) return null;

  return (
    <section className="home__final" aria-labelledby="final-heading">
      <div className="home__sheet" {...coloursAt(SURFACE_METRES)}>
        <h2 id="final-heading">{home.finalHeading}</h2>
        <p>{home.finalText}</p>
        <Link className="button" to="/register">
          {home.createAccount}
        </Link>
      </div>
    </section>
  );
}
