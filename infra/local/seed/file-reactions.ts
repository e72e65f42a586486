import type { MemberName } from './community.ts';

/** Who likes a demo file, and who has opened it. Members above the file can do both, after their purchases. */
export interface FileReactions {
  readonly likes: readonly MemberName[];
  readonly views: readonly MemberName[];
}

/** The reactions to demo files, by the file's name. All other files are still unseen. */
export const FILE_REACTIONS: Readonly<Record<string, FileReactions>> = {
  'Morning dive, north wall.jpg': {
    likes: ['theo', 'ines', 'jonas', 'samuel', 'freya'],
    views: ['theo', 'ines', 'jonas', 'samuel', 'freya', 'aiko', 'leilani'],
  },
  'Humpback off the point.wav': { likes: ['theo', 'jonas'], views: ['theo', 'jonas', 'ines', 'leilani'] },
  'Dive plan - north wall.pdf': { likes: ['jonas'], views: ['theo', 'ines', 'jonas'] },
  'Survey photos, week 32.zip': { likes: ['ines'], views: ['ines', 'samuel'] },
  'Kelp cathedral.jpg': { likes: ['marina', 'ines', 'aiko'], views: ['marina', 'ines', 'aiko', 'freya', 'jonas'] },
  'Packing list.txt': { likes: ['marina', 'jonas'], views: ['marina', 'jonas', 'freya'] },
  'last light.jpg': { likes: ['marina', 'leilani', 'theo'], views: ['marina', 'leilani', 'theo', 'jonas'] },
  'Night dive, second try.jpg': { likes: ['aiko'], views: ['aiko', 'ines', 'marina'] },
  'Haiku from the boat.txt': { likes: ['aiko', 'marina', 'leilani'], views: ['aiko', 'marina', 'leilani', 'ines'] },
  'Sand flat at slack water.webm': { likes: ['marina', 'samuel'], views: ['marina', 'samuel', 'theo', 'leilani'] },
  'Species seen in June.pdf': { likes: ['samuel', 'leilani'], views: ['samuel', 'leilani', 'marina'] },
  'Harbour at five.mp3': { likes: ['marina', 'theo', 'freya'], views: ['marina', 'theo', 'freya', 'ines'] },
  'From the ferry.jpg': { likes: ['aiko'], views: ['aiko', 'theo'] },
  'Turtle cleaning station.jpg': { likes: ['marina', 'aiko', 'ines'], views: ['marina', 'aiko', 'ines', 'freya'] },
  'Wallpapers.zip': { likes: [], views: ['aiko', 'freya'] },
  'Under the ice edge.jpg': { likes: ['marina', 'theo', 'aiko'], views: ['marina', 'theo', 'aiko', 'ines', 'jonas'] },
  'First time below ten metres.jpg': { likes: ['marina', 'leilani'], views: ['marina', 'leilani', 'theo'] },
};
