import { type ComponentType, type CSSProperties, Suspense, useState } from 'react';
import { lazyDecoration } from '../platform/browser/lazy-decoration.ts';
import { creatureColours } from './creature-colours.ts';
import './creatures.css';
import type { Drawings } from './creatures/drawing.ts';
import './creatures/drawing.css';
import { castAt, type ZoneCreature } from './creatures-cast.ts';
import { useReducedMotion } from './reduced-motion.ts';
import { useRotationStep } from './use-rotation-step.ts';

/** Loaders of the drawings of each zone, level 0 first. A page downloads only the zones that it shows. */
export const DRAWING_LOADERS: readonly (() => Promise<{ readonly drawings: Drawings }>)[] = [
  () => import('./creatures/creatures-surface.tsx'),
  () => import('./creatures/creatures-sunlight.tsx'),
  () => import('./creatures/creatures-twilight-upper.tsx'),
  () => import('./creatures/creatures-twilight-mid.tsx'),
  () => import('./creatures/creatures-twilight-lower.tsx'),
  () => import('./creatures/creatures-midnight-upper.tsx'),
  () => import('./creatures/creatures-midnight-mid.tsx'),
  () => import('./creatures/creatures-midnight-lower.tsx'),
  () => import('./creatures/creatures-abyssal.tsx'),
  () => import('./creatures/creatures-hadal.tsx'),
  () => import('./creatures/creatures-challenger-deep.tsx'),
];

/** Determines the order of the creatures in this visit. */
const SEED = Math.floor(Math.random() * 2 ** 31);

/** The places of creatures in the water. creatures.css has their positions. */
const PLACES = ['first', 'second', 'third', 'ahead'] as const;

type Place = (typeof PLACES)[number];

interface CreaturesProps {
  /** The level of the last charted zone, 0 to 10. */
  readonly level: number;
  /** The depth whose water the creatures are in, in metres. */
  readonly metres: number;
}

/** Creatures of the charted zones, a few at a time, and the silhouette of one of the next zone. */
export default function Creatures({ level, metres }: CreaturesProps) {
  const step = useRotationStep(level);
  const { chartedCreatures, nextCreature } = castAt(level, step, SEED);

  return (
    <div className="creatures" style={creatureColours(metres)}>
      {chartedCreatures.map((creature, place) => (
        <CreaturePlace key={PLACES[place]} place={PLACES[place]!} creature={creature} />
      ))}
      <CreaturePlace place="ahead" creature={nextCreature} />
    </div>
  );
}

interface CreaturePlaceProps {
  readonly place: Place;
  readonly creature: ZoneCreature | undefined;
}

/** A place in the water. When its creature changes, the previous one fades out while the new one fades in. */
function CreaturePlace({ place, creature }: CreaturePlaceProps) {
  const reducedMotion = useReducedMotion();
  const [currentCreature, setCurrentCreature] = useState(creature);
  const [leavingCreature, setLeavingCreature] = useState<ZoneCreature>();

  if (currentCreature?.name !== creature?.name) {
    setCurrentCreature(creature);
    setLeavingCreature(currentCreature);
  }

  // A creature that comes back while it fades out is shown once.
  const visibleCreatures =
    reducedMotion || leavingCreature?.name === creature?.name ? [creature] : [leavingCreature, creature];

  return visibleCreatures.map((visibleCreature) => {
    if (!visibleCreature) return null;

    const CreatureDrawing = DRAWING_COMPONENTS[visibleCreature.level]!;
    const isLeaving = visibleCreature !== creature;

    // The events of animations inside the drawing bubble up, so `target` is compared.
    return (
      <div
        key={visibleCreature.name}
        className={`creature-place creature-place--${isLeaving ? 'leaving' : 'present'}`}
        onAnimationEnd={(event) => isLeaving && event.target === event.currentTarget && setLeavingCreature(undefined)}
      >
        <Suspense>
          <CreatureDrawing name={visibleCreature.name} place={place} />
        </Suspense>
      </div>
    );
  });
}

interface DrawingProps {
  readonly name: string;
  readonly place: Place;
}

/** The component that draws the creatures of each zone, level 0 first. */
const DRAWING_COMPONENTS: readonly ComponentType<DrawingProps>[] = DRAWING_LOADERS.map((load) =>
  lazyDecoration(async () => {
    const { drawings } = await load();
    return { default: ({ name, place }: DrawingProps) => <Creature name={name} place={place} {...drawings[name]!} /> };
  }),
);

/** A drawn creature, which moves in its place. */
function Creature({ name, place, picture, movement, widthRem, cycleSeconds }: DrawingProps & Drawings[string]) {
  const style = { '--size': `${widthRem}rem`, '--seconds': `${cycleSeconds}s` };

  return (
    <div
      className={`creature creature--${movement} creature--${place} drawing`}
      data-creature={name}
      style={style as CSSProperties}
    >
      {picture}
    </div>
  );
}
