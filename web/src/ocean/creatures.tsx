import { type CSSProperties, Suspense, useState } from 'react';
import { lazyOrnament } from '../platform/lazy-ornament.ts';
import './creatures.css';
import type { Drawing, Drawings } from './creatures/drawing.ts';
import { useStillness } from './motion.ts';

/** A download for each zone, level 0 first: whoever stays in one never asks for the others. */
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
  /** 0 to 10. */
  readonly level: number;
  /** The theme's `seaCreatures`. */
  readonly creatures: readonly string[];
}

const ZONES = DRAWINGS.map((load) =>
  lazyOrnament(async () => {
    const { drawings } = await load();
    return {
      default: ({ creatures }: CreaturesProps) => creatures.map((name) => <Creature key={name} {...drawings[name]!} />),
    };
  }),
);

/** The zone's creatures. Those of the zone that one leaves fade away while the others appear. */
export default function Creatures(present: CreaturesProps) {
  const still = useStillness();
  const [last, setLast] = useState(present);
  const [leaving, setLeaving] = useState<CreaturesProps>();
  if (last.level !== present.level) {
    setLast(present);
    setLeaving(last);
  }
  const shown = leaving && !still && leaving.level !== present.level ? [leaving, present] : [present];
  return shown.map((zone) => {
    const Zone = ZONES[zone.level]!;
    const gone = zone.level !== present.level;
    return (
      <div
        key={zone.level}
        className={`creatures creatures--${gone ? 'leaving' : 'present'}`}
        onAnimationEnd={(event) => gone && event.target === event.currentTarget && setLeaving(undefined)}
      >
        <Suspense>
          <Zone {...zone} />
        </Suspense>
      </div>
    );
  });
}

function Creature({ picture, way, side, size, below, seconds, begun }: Drawing) {
  const look = { '--size': `${size}rem`, '--below': `${below}%`, '--seconds': `${seconds}s`, '--begun': begun };
  return (
    <div className={`creature creature--${way} creature--${side}`} style={look as CSSProperties}>
      {picture}
    </div>
  );
}
