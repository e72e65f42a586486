import type { MemberName } from './community.ts';

/** A member of the demo community who buys depth, and what they say when they have arrived. */
export interface Ascent {
  readonly who: MemberName;
  readonly metres: number;
  readonly says?: string;
}

/**
 * From the twilight to the surface. Marina, whose login is shown first, sees everybody; Theo, the second, stands where
 * others are above him.
 */
export const ASCENTS: readonly Ascent[] = [
  { who: 'jonas', metres: 50 },
  { who: 'theo', metres: 64.5, says: 'Sixty-four metres, and a half. The half was the hard part.' },
  { who: 'freya', metres: 120, says: 'Above a hundred at last. There is somebody else up here who collects gloves?' },
  { who: 'ines', metres: 640, says: 'Mid-ocean. The kelp line is a rumour from here.' },
  {
    who: 'samuel',
    metres: 1500,
    says: 'Shallow waters! My torch and I are no longer on speaking terms: it is bright.',
  },
  { who: 'aiko', metres: 4200 },
  { who: 'leilani', metres: 9940, says: 'Sixty metres to go. I am saving them for Sunday.' },
  { who: 'marina', metres: 10_000, says: 'The surface. So this is where all the light was.' },
];

/** What is written between two members, in turns; the first of them begins, and so has to be the higher one. */
export interface DemoChat {
  readonly between: readonly [MemberName, MemberName];
  /** By the first, the second, the first … */
  readonly lines: readonly string[];
}

export const CHATS: readonly DemoChat[] = [
  {
    between: ['marina', 'theo'],
    lines: [
      'Did you charge the torch this time?',
      'Both of them. And the thermos is cleaner than it has ever been.',
      'Then Saturday, 07:30 at the slipway. I have put the plan into my files.',
      'Read it. Turn at 120 bar, stop at five metres. See you there 🐋',
    ],
  },
  {
    between: ['marina', 'priya'],
    lines: ['Your first ten metres! How was it?', 'Quiet. Then very loud, when I understood where I was.'],
  },
];
