import { type CSSProperties, Suspense, useState } from 'react';
import { lazyDecoration } from '../platform/lazy-decoration.ts';
import './creatures.css';
import type { Drawing, Drawings } from './creatures/drawing.ts';
import { useReducedMotion } from './reduced-motion.ts';

/** Loaders of the drawings of each zone, level 0 first. A page downloads only the zones that it shows. */
export const DRAWINGS: readonly (() => Promise<{ readonly drawings: Drawings }>)[] = [
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

interface CreaturesProps {
  /** The level of the zone, 0 to 10. */
  readonly level: number;
  /** The theme's `seaCreatures`. */
  readonly creatures: readonly string[];
}

const ZONES = DRAWINGS.map((load) =>
  lazyDecoration(async () => {
    const { drawings } = await load();
    return {
      default: ({ creatures }: CreaturesProps) => creatures.map((name) => <Creature key={name} {...drawings[name]!} />),
    };
  }),
);

/** The zone's creatures. When the zone changes, the previous creatures fade out while the new ones fade in. */
export default function Creatures(current: CreaturesProps) {
  const reducedMotion = useReducedMotion();
  const [previous, setPrevious] = useState(current);
  const [leaving, setLeaving] = useState<CreaturesProps>();
  if (previous.level !== current.level) {
    setPrevious(current);
    setLeaving(previous);
  }
  const shown = leaving && !reducedMotion && leaving.level !== current.level ? [leaving, current] : [current];
  return shown.map((zone) => {
    const Zone = ZONES[zone.level]!;
    const isLeaving = zone.level !== current.level;
    return (
      <div
        key={zone.level}
        className={`creatures creatures--${isLeaving ? 'leaving' : 'present'}`}
        onAnimationEnd={(event) => isLeaving && event.target === event.currentTarget && setLeaving(undefined)}
      >
        <Suspense>
          <Zone {...zone} />
        </Suspense>
      </div>
    );
  });
}

function Creature({ picture, movement, side, size, below, seconds, initialProgress }: Drawing) {
  const style = {
    '--size': `${size}rem`,
    '--below': `${below}%`,
    '--seconds': `${seconds}s`,
    '--initial-progress': initialProgress,
  };
  return (
    <div className={`creature creature--${movement} creature--${side}`} style={style as CSSProperties}>
      {picture}
    </div>
  );
}
