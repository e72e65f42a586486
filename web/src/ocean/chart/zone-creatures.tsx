import { type ComponentType, Suspense } from 'react';
import { lazyDecoration } from '../../platform/browser/lazy-decoration.ts';
import { DRAWING_LOADERS } from '../creatures.tsx';
import { texts } from './texts.ts';
import './zone-creatures.css';

interface ZoneCreaturesProps {
  /** The level of the zone, 0 to 10. */
  readonly level: number;
  /** Whether to show silhouettes without names, because the zone is not charted yet. */
  readonly showsSilhouettes?: boolean;
}

type CreatureListProps = Required<Pick<ZoneCreaturesProps, 'showsSilhouettes'>>;

/** The component that lists the creatures of each zone, level 0 first. */
const CREATURE_LISTS: readonly ComponentType<CreatureListProps>[] = DRAWING_LOADERS.map((load) =>
  lazyDecoration(async () => {
    const { drawings } = await load();

    return {
      default: ({ showsSilhouettes }: CreatureListProps) => (
        <ul className={`zone-creatures${showsSilhouettes ? ' zone-creatures--ahead' : ''}`}>
          {Object.entries(drawings).map(([name, { picture }]) => (
            <li key={name}>
              <span className="drawing">{picture}</span>
              <span className={showsSilhouettes ? 'visually-hidden' : undefined}>
                {showsSilhouettes ? texts.nextCreature : name}
              </span>
            </li>
          ))}
        </ul>
      ),
    };
  }),
);

/** The creatures of a zone, each with its drawing and name. */
export function ZoneCreatures({ level, showsSilhouettes = false }: ZoneCreaturesProps) {
  const CreatureList = CREATURE_LISTS[level]!;

  return (
    <Suspense>
      <CreatureList showsSilhouettes={showsSilhouettes} />
    </Suspense>
  );
}
