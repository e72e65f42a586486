import './home-scene.css';
import './home-gauge.css';

/** From the floor to above the water; each is styled, and drawn, by its name. */
const LIFE = ['angler', 'jelly', 'whale', 'shoal', 'turtle'] as const;

/**
 * What one passes on the way up, behind the page: the floor of the trench, the waters in their shades, and the sky. It
 * follows the scrolling where the browser can do that by itself; elsewhere it is one long shade from dark to light.
 */
export function HomeScene() {
  return (
    <div className="home-scene" aria-hidden="true">
      <div className="home-scene__water home-scene__water--mid" />
      <div className="home-scene__water home-scene__water--shallow" />
      <div className="home-scene__rays" />
      <Drawing name="floor" />
      {LIFE.map((name) => (
        <Drawing key={name} name={name} className="home-scene__life" />
      ))}
      <div className="home-scene__sky">
        <Drawing name="gulls" />
        <Drawing name="waves" />
      </div>
      <div className="home-scene__gauge">
        <i />
      </div>
    </div>
  );
}

/** One of the drawings in a file of their own: as part of the page they would be downloaded twice, as text and as script. */
export function Drawing({ name, className = '' }: { name: string; className?: string }) {
  return (
    <svg aria-hidden="true" className={`home-scene__${name} ${className}`}>
      <use href={`/home-scene.svg#${name}`} />
    </svg>
  );
}
