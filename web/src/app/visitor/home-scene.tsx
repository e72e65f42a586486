import { paletteAt } from '../../ocean/palette.ts';
import './home-scene.css';
import './home-gauge.css';

/** The creatures from the sea floor to the surface. The names are CSS class suffixes and IDs in home-scene.svg. */
const CREATURES = ['angler', 'jelly', 'whale', 'shoal', 'turtle'] as const;

/**
 * The colour stops of the water, from the top of the page to its end: 0 m, the upper ends of the first two layers, and
 * the surface. Positions in percent of the page.
 */
const WATER_STOPS = [
  { metres: 0, position: 24 },
  { metres: 99, position: 48 },
  { metres: 999, position: 62 },
  { metres: 10_000, position: 82 },
]
  .map(({ metres, position }) => `${paletteAt(metres).water[1]} ${position}%`)
  .join();

/**
 * The background of the home page, from the trench to the sky. Drawings move with the scroll position if the browser
 * supports scroll-driven animation and the visitor doesn't prefer reduced motion.
 */
export function HomeScene() {
  return (
    <>
      <div className="home__water" style={{ background: `linear-gradient(${WATER_STOPS})` }} aria-hidden="true" />
      <div className="home-scene" aria-hidden="true">
        <div className="home-scene__rays" />
        <Drawing name="floor" />
        {CREATURES.map((name) => (
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
    </>
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
