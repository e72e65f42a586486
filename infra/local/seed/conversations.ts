/*
 * The posts, follows, and conversations of the demo community. Most of them depend on depth: a member sees and follows
 * only members and posts at or below their own depth.
 */
import type { MemberName } from './community.ts';
import type { PictureName } from './media.ts';

/** What others add to a post. Only members who rise at least as high as the post can do so. */
export interface PostReactions {
  readonly likes?: readonly MemberName[];
  readonly comments?: readonly (readonly [author: MemberName, text: string])[];
}

export interface DemoPost extends PostReactions {
  readonly author: MemberName;
  /** How many of the author's files are uploaded before this post. The post keeps the depth after them. Default: none. */
  readonly afterFiles?: number;
  readonly content: string;
  /** A picture of the folder `media`, with its file name and its alternative text. */
  readonly picture?: { readonly name: string; readonly alt: string; readonly source: PictureName };
}

/** The posts, in each author's order of posting. */
export const POSTS: readonly DemoPost[] = [
  {
    author: 'marina',
    content: 'Hello from the slipway. Fourteen degrees, flat as a plate.\n\nWho is in for the north wall on Saturday?',
    likes: ['theo', 'ines', 'priya'],
    comments: [
      ['theo', 'In. I will bring the big thermos.'],
      ['ines', 'Jonas and I are coming too, if the ferry is.'],
      ['priya', 'I only snorkel so far. May I come along for the boat?'],
      ['marina', 'Of course. There is always room for somebody who watches the bubbles.'],
    ],
  },
  {
    author: 'marina',
    afterFiles: 1,
    content: 'The wall was in a good mood this morning. Thirty metres of visibility and a shoal that could not decide.',
    picture: {
      name: 'wall.jpg',
      alt: 'A shoal of small fish in front of a blue rock wall, with rays of light.',
      source: 'north-wall',
    },
    likes: ['theo', 'freya', 'jonas'],
    comments: [['freya', 'Thirty! We call three a good day.']],
  },
  {
    author: 'theo',
    content: 'Note to self: charge the torch the night before. Not in the car.',
    likes: ['samuel', 'marina', 'wren'],
    comments: [
      ['samuel', 'You are quoting me.'],
      ['theo', 'You are the reason I wrote it down.'],
    ],
  },
  {
    author: 'theo',
    afterFiles: 1,
    content: 'Twenty minutes of doing nothing under the kelp. I recommend it to anybody who owns a to-do list.',
    picture: { name: 'kelp.jpg', alt: 'Kelp rising towards a bright green sun.', source: 'kelp-cathedral' },
    likes: ['marina', 'leilani', 'jonas'],
    comments: [['leilani', 'Did the list get shorter?']],
  },
  {
    author: 'theo',
    afterFiles: 3,
    content: 'Is the hydrophone still out on the point? At 06:40 I heard something that was neither a boat nor me.',
    likes: ['marina'],
    comments: [['marina', 'It is, and I heard it too. Humpback, and a young one. The recording is in my files.']],
  },
  {
    author: 'jonas',
    content: 'The ferry changes on Monday: last boat back is 18:10, not 18:40. Ask me how I know.',
    likes: ['ines', 'omar'],
    comments: [
      ['omar', 'How do you know?'],
      ['jonas', 'It was a long, starry, very educational night.'],
    ],
  },
  {
    author: 'jonas',
    afterFiles: 1,
    content: 'Harbour at five in the morning, from the end of the pier. Coffee in hand. (It is in my files.)',
    likes: ['marina', 'theo', 'freya'],
    comments: [['theo', 'The diesel at 0:14 is the pilot boat. I would know that cough anywhere.']],
  },
  {
    author: 'freya',
    content: 'Does anybody have a spare pair of dry gloves, size M? Mine have decided to become wet gloves.',
    comments: [['mateo', 'There is a pair in the lost box. Nobody has asked for it since spring.']],
  },
  {
    author: 'freya',
    afterFiles: 2,
    content: 'Under the ice edge today. Not a breath of wind, and light like in a church.',
    picture: { name: 'ice-edge.jpg', alt: 'Cracked, glowing ice above dark blue water.', source: 'ice-edge' },
    likes: ['marina', 'theo'],
    comments: [['marina', 'One day you will have to take me along. I am already cold.']],
  },
  {
    author: 'leilani',
    afterFiles: 1,
    content: 'The old turtle is back at the cleaning station, with a new scratch on her shell. I call her Captain.',
    picture: {
      name: 'station.jpg',
      alt: 'Corals in blue water with a few orange fish; no turtle in sight.',
      source: 'cleaning-station',
    },
    likes: ['marina', 'theo', 'omar', 'aiko'],
    comments: [
      ['omar', 'Where is she?'],
      ['leilani', 'She had just left. It is always like that.'],
      ['ines', 'Could you send me the date and the side of the scratch? We keep a list of individuals.'],
    ],
  },
  {
    author: 'aiko',
    content: 'Lowest tide of the month tomorrow at 11:52. Boots on.\nTables: https://tidesandcurrents.noaa.gov/',
    likes: ['ines', 'samuel'],
    comments: [['ines', 'The best forty minutes of the month. See you on the rocks.']],
  },
  {
    author: 'aiko',
    afterFiles: 2,
    content: 'Last light at the jetty. I stayed until I could no longer see the camera.',
    picture: {
      name: 'last-light.jpg',
      alt: 'The sun on the horizon, and a jetty in front of an orange and violet sky.',
      source: 'last-light',
    },
    likes: ['marina', 'freya', 'theo'],
    comments: [['jonas', 'That was you on the jetty! I thought it was a heron.']],
  },
  {
    author: 'omar',
    content: 'Three weeks on the coast, and today I put my head under. Why did nobody tell me about the sound?',
    likes: ['marina', 'samuel', 'wren', 'freya'],
    comments: [
      ['marina', 'Because then you would not have had this moment. Welcome.'],
      ['samuel', 'Wait until you hear it at night.'],
    ],
  },
  {
    author: 'mateo',
    content: 'The compressor runs again. Fills from four to seven. Bring your own whip, and do sign the log.',
    likes: ['theo', 'jonas'],
  },
  {
    author: 'mateo',
    afterFiles: 2,
    content: 'Found by the tanks: one mask, yellow strap, full of sand and good memories. It hangs on the hook.',
    comments: [['leilani', 'Mine! I owe you a cake.']],
  },
  {
    author: 'ines',
    content:
      'For those who know: which sea slug is white with an orange rim, the size of a thumb, on the third pile of the pier? I looked through https://www.marinespecies.org/ until my tea was cold.',
    likes: ['samuel', 'aiko'],
    comments: [
      ['samuel', 'Under the cross beam? It has been there all week. It has a friend.'],
      ['ines', 'A FRIEND? I am putting my suit on.'],
    ],
  },
  {
    author: 'ines',
    afterFiles: 2,
    content: 'Sete da manhã, água parada. Today: one seahorse, and one biologist who forgot to count the rest.',
    picture: { name: 'sete-da-manha.jpg', alt: 'Round rocks on pale sand in calm green water.', source: 'recife' },
    likes: ['marina', 'leilani', 'theo'],
  },
  {
    author: 'ines',
    afterFiles: 3,
    content: [
      'How to count fish without fooling yourself, because three of you asked. #fieldnotes #citizenscience',
      'Lay a tape of twenty-five metres along the reef and wait ten minutes. The fish forget you; the tape was the rude part. Then swim it once, slowly, and count only what is within two metres on each side and in front of you. What comes from behind has usually been counted already, and it likes being counted twice.',
      'Write at once. Memory adds a third to everything that glitters and loses everything that is brown. Note the visibility, the time, and the tide, because a number without them is a rumour. If you are unsure of the species, write down what made you unsure. "Small, stripes, cross" has solved more riddles than a wrong Latin name.',
      'Then do it again next month, on the same line. One count tells you almost nothing. Twelve of them tell you the year.',
      'The sheet is here, print it on something that survives water: https://www.marinespecies.org/',
    ].join('\n\n'),
    likes: ['marina', 'leilani', 'jonas', 'theo'],
    comments: [
      ['leilani', 'Printed. Laminated. Already dropped it overboard once, still works.'],
      ['theo', '"Small, stripes, cross" is how I sign my letters from now on.'],
      ['jonas', 'Does the pilot boat count as coming from behind?'],
      ['ines', 'Only if it has stripes.'],
    ],
  },
  {
    author: 'samuel',
    afterFiles: 1,
    content: 'Eight arms, and still no wave. #octopus',
    likes: ['ines'],
  },
  {
    author: 'samuel',
    content: 'Three hours, one haiku:\n\nThe octopus moved.\nI had waited for an hour.\nSo, it seems, had he.',
    likes: ['aiko', 'priya'],
    comments: [['priya', 'This is going on my fridge.']],
  },
  {
    author: 'priya',
    content: 'Day five: two minutes and four seconds, thinking of nothing. Then I thought of dinner, and it was over.',
    likes: ['omar', 'leilani', 'theo'],
    comments: [['leilani', 'Two minutes is huge! What was for dinner?']],
  },
  {
    author: 'wren',
    afterFiles: 1,
    content: 'hi. is this thing on?',
    likes: ['marina', 'omar'],
    comments: [
      ['marina', 'Loud and clear. Welcome aboard, wren.'],
      ['omar', 'It is! I was new last week. It gets better by the day.'],
    ],
  },
];

type Follows = Readonly<Partial<Record<MemberName, readonly MemberName[]>>>;

/** The members who follow each member before anyone has risen. Later, they are too deep to follow the highest. */
export const FIRST_FOLLOWERS: Follows = {
  marina: ['theo', 'ines', 'samuel', 'priya', 'jonas'],
  theo: ['marina', 'samuel', 'leilani'],
  freya: ['aiko', 'theo'],
};

/** The members that each member follows later, none of them higher. */
export const FOLLOWS: Follows = {
  marina: ['freya', 'aiko', 'ines', 'samuel', 'priya', 'wren'],
  theo: ['jonas', 'leilani', 'mateo'],
  jonas: ['ines', 'aiko'],
  freya: ['leilani', 'omar'],
  leilani: ['aiko', 'omar', 'ines'],
  aiko: ['samuel', 'wren'],
  omar: ['mateo', 'wren'],
  mateo: ['samuel', 'wren'],
  ines: ['samuel', 'mateo'],
  priya: ['wren'],
};

/** A conversation of two members. The first starts it, and so must be the higher one. */
export interface DemoChat {
  readonly between: readonly [MemberName, MemberName];
  /** Messages that alternate between the first and the second. */
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
  {
    between: ['ines', 'theo'],
    lines: [
      'There is a seahorse in your kelp. Third stalk from the left, holding on with the tail. Go and say hello 🌿',
    ],
  },
];

/** The conversation that the former member leaves behind. Both have read it. */
export const FAREWELL = {
  to: 'marina',
  fromPartner: 'Is it true that you are moving inland?',
  fromFormer: 'Next week. I will miss the boat, and you most of all. Look after my hook by the door.',
} as const satisfies { to: MemberName; fromPartner: string; fromFormer: string };
