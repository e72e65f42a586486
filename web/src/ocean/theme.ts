import { type Zone, zoneAt } from '../../../shared/depth/zones.ts';

/** The scenery of a depth. See docs/product.md#depth. */
export interface Theme extends Zone {
  /** The gradient of the water, as hex colours. */
  readonly backgroundColor: readonly [top: string, middle: string, bottom: string];
  readonly textColor: string;
  readonly accentColor: string;
  /** Names of the zone's drawings, see `creatures/`. */
  readonly seaCreatures: readonly string[];
}

type Scenery = Pick<Theme, 'backgroundColor' | 'accentColor' | 'seaCreatures'>;

/** The scenery of each zone, level 0 first. theme.test.ts checks contrast, and that neighbours look different. */
const SCENERY: readonly Scenery[] = (
  [
    ['#006676 #005264 #003243', '#aaf8f6', 'dolphin,ocean sunfish'],
    ['#005b8d #004676 #002e53', '#bbe8ff', 'green turtle,sardines'],
    ['#1a4992 #193578 #122052', '#98f5da', 'manta ray,moon jelly'],
    ['#33378a #2b246f #1c1249', '#c6d6ff', 'blue shark,nautilus'],
    ['#472870 #391756 #240735', '#e9c8ff', 'sperm whale,lanternfish'],
    ['#1a3467 #142251 #0a1032', '#9fd9ff', 'giant squid,hatchetfish'],
    ['#003747 #002636 #00121f', '#7eeee4', 'oarfish,vampire squid'],
    ['#03322a #00221e #00100e', '#aef5a8', 'anglerfish,siphonophore'],
    ['#231b42 #190e2f #0a0318', '#cfbfff', 'dumbo octopus,tripod fish'],
    ['#2d1022 #1f0513 #0d0105', '#ffbdb2', 'gulper eel,sea pig'],
    ['#070f18 #03070e #010104', '#8dfce6', 'snailfish,amphipod,xenophyophores'],
  ] as const
).map(([water, accentColor, creatures]) => ({
  backgroundColor: water.split(' ') as [string, string, string],
  accentColor,
  seaCreatures: creatures.split(','),
}));

/** Returns the theme at a depth in metres. */
export function themeOf(metres: number): Theme {
  const zone = zoneAt(metres);
  return { ...zone, ...(SCENERY[zone.level] as Scenery), textColor: '#ffffff' };
}
