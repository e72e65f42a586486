import type { MemberName } from './community.ts';
import type { PostReactions } from './conversations.ts';

/** A purchase of depth, and the buyer's post afterwards, to which those who bought more depth can react. */
export interface DemoPurchase {
  readonly buyer: MemberName;
  readonly metres: number;
  readonly post?: PostReactions & { readonly content: string };
}

/** The purchases. Marina, whose login is shown first, then sees everyone. */
export const PURCHASES: readonly DemoPurchase[] = [
  { buyer: 'jonas', metres: 50 },
  {
    buyer: 'theo',
    metres: 64.5,
    post: {
      content: 'Sixty-four metres, and a half. The half was the hard part.',
      likes: ['marina', 'freya', 'ines'],
      comments: [['freya', 'The half always is.']],
    },
  },
  {
    buyer: 'freya',
    metres: 120,
    post: {
      content: 'Above a hundred at last. There is somebody else up here who collects gloves?',
      likes: ['ines', 'samuel', 'marina'],
      comments: [['aiko', 'Left ones only. Shall we trade?']],
    },
  },
  {
    buyer: 'ines',
    metres: 640,
    post: { content: 'Mid-ocean. The kelp line is a rumour from here.', likes: ['samuel', 'leilani'] },
  },
  {
    buyer: 'samuel',
    metres: 1500,
    post: {
      content: 'Shallow waters! It is so bright that my torch is offended.',
      likes: ['aiko', 'marina', 'leilani'],
      comments: [['leilani', 'Wait until it meets noon.']],
    },
  },
  { buyer: 'aiko', metres: 4200 },
  {
    buyer: 'leilani',
    metres: 9940,
    post: { content: 'Sixty metres to go. I am saving them for Sunday.', likes: ['marina'] },
  },
  { buyer: 'marina', metres: 10_000, post: { content: 'The surface. So this is where all the light was.' } },
];
