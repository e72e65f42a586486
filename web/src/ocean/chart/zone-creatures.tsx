import { type ComponentType, Suspense } from 'react';
import { lazyDecoration } from '../../platform/browser/lazy-decoration.ts';
import { DRAWINGS } from '../creatures.tsx';
import { texts } from './texts.ts';
import './zone-creatures.css';

interface ZoneCreaturesProps {
  /** The level of the zone, 0 to 10. */
  readonly level: number;
  /** Whether to show shapes without names, because the zone is not charted yet. */
  readonly silhouettes?: boolean;
}

/** The list of creatures of each zone, level 0 first. */
const LISTS: readonly ComponentType<{ readonly silhouettes: boolean }>[] = DRAWINGS.map((load) =>
  lazyDecoration(async () => {
    const { drawings } = await load();

    return {
      default: ({ silhouettes }: { silhouettes: boolean }) => (
        <ul className={`zone-creatures${silhouettes ? ' zone-creatures--ahead' : ''}`}>
          {Object.entries(drawings).map(([name, { picture }]) => (
            <li key={name}>
              <span className="drawing">{picture}</span>
              <span className={silhouettes ? 'visually-hidden' : undefined}>
                {silhouettes ? texts.nextCreature : name}
              </span>
            </li>
          ))}
        </ul>
      ),
    };
  }),
);

/** The creatures of a zone, each with its drawing and name. */
export function ZoneCreatures({ level, silhouettes = false }: ZoneCreaturesProps) {
  const List = LISTS[level]!;

  return (
    <Suspense>
      <List silhouettes={silhouettes} />
    </Suspense>
  );
}
