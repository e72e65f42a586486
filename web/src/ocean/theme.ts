import { type Zone, zoneOf } from '../../../shared/depth/zones.ts';

export type Creature = 'turtle' | 'school' | 'ray' | 'jellyfish' | 'whale' | 'squid' | 'anglerfish';

/** How the ocean looks at a depth (specification §3 "Theme"). */
export interface Theme extends Zone {
  /** The water from the top of the page to its bottom. White text on any of these shades reaches AA. */
  readonly backgroundColor: readonly [top: string, middle: string, bottom: string];
  readonly textColor: string;
  readonly accentColor: string;
  readonly seaCreatures: readonly Creature[];
}

type Scenery = Pick<Theme, 'backgroundColor' | 'accentColor' | 'seaCreatures'>;

/** One per zone, level 0 first. */
const SCENERY: readonly Scenery[] = [
  { backgroundColor: ['#0a739e', '#075583', '#043154'], accentColor: '#8df0f2', seaCreatures: ['school', 'turtle'] },
  { backgroundColor: ['#0a6994', '#064c78', '#032b4c'], accentColor: '#84ebf3', seaCreatures: ['school', 'ray'] },
  { backgroundColor: ['#09628f', '#054670', '#032846'], accentColor: '#7ce4f5', seaCreatures: ['school', 'jellyfish'] },
  { backgroundColor: ['#095682', '#053c64', '#02223e'], accentColor: '#76dcf7', seaCreatures: ['ray', 'jellyfish'] },
  { backgroundColor: ['#0b4a75', '#063357', '#021c36'], accentColor: '#73d3fa', seaCreatures: ['whale', 'jellyfish'] },
  { backgroundColor: ['#0d3f68', '#072b4b', '#02172e'], accentColor: '#74cbfc', seaCreatures: ['whale', 'squid'] },
  { backgroundColor: ['#10355b', '#08233f', '#021226'], accentColor: '#79c6ff', seaCreatures: ['jellyfish', 'squid'] },
  { backgroundColor: ['#122b4d', '#081c34', '#020e1f'], accentColor: '#84c5ff', seaCreatures: ['squid', 'anglerfish'] },
  {
    backgroundColor: ['#14233f', '#08162a', '#010a18'],
    accentColor: '#8fc9ff',
    seaCreatures: ['jellyfish', 'anglerfish'],
  },
  { backgroundColor: ['#141c33', '#081020', '#010611'], accentColor: '#8fdcf0', seaCreatures: ['anglerfish'] },
  {
    backgroundColor: ['#111428', '#060a17', '#01030a'],
    accentColor: '#86f3d8',
    seaCreatures: ['anglerfish', 'jellyfish'],
  },
];

/** The theme of a depth in metres. */
export function themeOf(metres: number): Theme {
  const zone = zoneOf(metres);
  return { ...zone, ...(SCENERY[zone.level] as Scenery), textColor: '#ffffff' };
}
