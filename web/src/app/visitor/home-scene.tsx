import './home-scene.css';
import './home-gauge.css';

/** The creatures from the sea floor to the surface. The names are CSS class suffixes and ids in home-scene.svg. */
const LIFE = ['angler', 'jelly', 'whale', 'shoal', 'turtle'] as const;

/**
 * The background of the home page, from the trench to the sky. It moves with the scroll position if the browser
 * supports scroll-driven animation. Otherwise it is a static gradient.
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

/**
 * A drawing from `public/home-scene.svg`. Inline drawings would be downloaded twice: in the prerendered page and in the
 * script.
 */
export function Drawing({ name, className = '' }: { name: string; className?: string }) {
  return (
    <svg aria-hidden="true" className={`home-scene__${name} ${className}`}>
      <use href={`/home-scene.svg#${name}`} />
    </svg>
  );
}
