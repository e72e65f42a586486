/*
 * The members of the demo community, with their files. `conversations.ts` has their posts and messages.
 */
import { createPdf, createWav, createZip } from './documents.ts';
import { type PictureName, readMedia } from './media.ts';

/** A file with the function that generates its content. The seed varies sounds. */
export interface DemoFile {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** What a picture shows, for people who can't see it. */
  readonly altText?: string;
  readonly generate: (seed: number) => Buffer | Promise<Buffer>;
  /** Reads the picture that stands for a film, a JPEG. */
  readonly poster?: () => Promise<Buffer>;
}

export interface DemoMember {
  readonly email: string;
  readonly username: string;
  readonly bio?: string;
  /** The name of a picture in `avatars`. */
  readonly avatar?: string;
  readonly files: readonly DemoFile[];
}

export const DEMO_PASSWORD = 'deep-blue-sea';

/*
 * Functions that build files, one for each kind. `name` and `description` are those that members see. `source` is a
 * picture in the folder `media`.
 */
const picture = (name: string, description: string, source: PictureName, altText: string): DemoFile => {
  return { name, description, type: 'image/jpeg', altText, generate: () => readMedia(`${source}.jpg`) };
};
const film = (name: string, description: string): DemoFile => {
  const media = { generate: () => readMedia('sand-flat.webm'), poster: () => readMedia('sand-flat.jpg') };
  return { name, description, type: 'video/webm', ...media };
};
const recording = (name: string, description: string): DemoFile => {
  return { name, description, type: 'audio/mpeg', generate: () => readMedia('harbour.mp3') };
};
const audio = (name: string, description: string, sound: 'surf' | 'whale', seconds: number): DemoFile => {
  return { name, description, type: 'audio/wav', generate: (seed) => createWav(sound, seconds, seed) };
};
const text = (name: string, description: string, ...lines: string[]): DemoFile => {
  return { name, description, type: 'text/plain', generate: () => Buffer.from(`${lines.join('\n')}\n`) };
};
const pdf = (name: string, description: string, title: string, ...pages: string[][]): DemoFile => {
  return { name, description, type: 'application/pdf', generate: () => createPdf(title, pages) };
};
const zip = (name: string, description: string, ...sources: PictureName[]): DemoFile => {
  return {
    name,
    description,
    type: 'application/zip',
    generate: () => createZip(sources.map((source) => `${source}.jpg`)),
  };
};

/**
 * The members of the demo community. The terminal shows the logins of the first two. docs/local.md lists what others see.
 */
const MEMBERS = {
  marina: {
    username: 'Marina Okafor',
    bio: 'Listening to whales since 2009. North wall regular, tea before and after every dive.',
    avatar: 'whale',
    files: [
      picture(
        'Morning dive, north wall.jpg',
        'Visibility of thirty metres, all to ourselves.',
        'north-wall',
        'A shoal of small fish in front of a blue wall of rock, with rays of light from above.',
      ),
      audio('Humpback off the point.wav', 'From the hydrophone. Turn it up for the low call.', 'whale', 40),
      pdf(
        'Dive plan - north wall.pdf',
        'Bring a torch, leave the gloves.',
        'North wall, Saturday',
        [
          'Briefing 07:30 at the slipway, in the water by 08:15.',
          'Maximum depth 28 m, turn at 120 bar, safety stop 5 m for 3 minutes.',
          'Current sets north-east after 09:40: we surface before that.',
          'Buddies: Marina and Theo, Ines and Jonas, Aiko and Sam.',
        ],
        ['If somebody is missing: one minute down, then up. We meet at the boat.', 'Oxygen is under the bench.'],
      ),
      zip(
        'Survey photos, week 32.zip',
        'All quadrats of the week, unsorted.',
        'recife',
        'north-wall',
        'kelp-edge',
        'ten-metres',
      ),
    ],
  },
  theo: {
    username: 'Theo Lindqvist',
    bio: 'Kelp forests, slow dives, strong coffee. I carry the spare mask.',
    avatar: 'kelp',
    files: [
      picture(
        'Kelp cathedral.jpg',
        'Looking up through the kelp at noon.',
        'kelp-cathedral',
        'Kelp rising towards a bright green sun.',
      ),
      audio('Surf at low tide.wav', 'For falling asleep to.', 'surf', 30),
      text(
        'Packing list.txt',
        'What I forget every single time.',
        'Mask and the spare mask',
        'Surface marker buoy, reel',
        'Thermos. Never without the thermos.',
        'Dry socks',
      ),
    ],
  },
  aiko: {
    username: 'Aiko Tanaka',
    bio: 'I photograph the hour before dark. Jetty, mostly. No filters, ever.',
    avatar: 'sun',
    files: [
      picture(
        'Lagoon from the jetty.jpg',
        'No filter, the water really has that colour.',
        'lagoon',
        'A wooden jetty over a turquoise lagoon. An island lies on the horizon.',
      ),
      picture(
        'last light.jpg',
        '',
        'last-light',
        'The sun sets over a calm sea, orange below purple clouds. A jetty in front is already black.',
      ),
    ],
  },
  samuel: {
    username: 'Samuel Adeyemi',
    bio: 'Night diver. Bad poet. The octopus under the pier knows me by now.',
    avatar: 'octopus',
    files: [
      picture(
        'Night dive, second try.jpg',
        'This time the torch was charged.',
        'night-dive',
        'A torch lights a circle of rippled sand behind a dark rock.',
      ),
      text(
        'Haiku from the boat.txt',
        'One for each hour of waiting.',
        'Engine off. The swell',
        'keeps rocking what we had planned.',
        'A gull reads the chart.',
      ),
    ],
  },
  ines: {
    username: 'Inês Carvalho',
    bio: 'Marine biologist, counting things that would rather not be counted.\nPorto, and the sea in front of it.',
    avatar: 'starfish',
    files: [
      film('Sand flat at slack water.webm', 'Six seconds of the calmest hour of the day. Sound on for the sea.'),
      picture(
        'Recife às sete.jpg',
        'Sete da manhã, água parada.',
        'recife',
        'Rocks on bright sand in shallow, clear water. The sun draws a net of light on the sand.',
      ),
      pdf('Species seen in June.pdf', 'Please tell me what I got wrong.', 'Species seen in June', [
        'Cuttlefish, 14 sightings, mostly at dusk.',
        'Spotted ray, 3 sightings over sand.',
        'Seahorse, 1 sighting. I am still smiling.',
      ]),
    ],
  },
  jonas: {
    username: 'Jonas Weber',
    bio: 'I record harbours before they wake up. Ferry timetable in human form.',
    avatar: 'lighthouse',
    files: [
      recording('Harbour at five.mp3', 'The bell buoy, gulls, one diesel.'),
      audio('Pier, half an hour later.wav', 'Nobody awake but the tide.', 'surf', 20),
      picture(
        'From the ferry.jpg',
        'Taken through a window, sorry.',
        'ferry',
        'Grey waves and a low coast behind a window covered with drops of spray.',
      ),
    ],
  },
  leilani: {
    username: 'Leilani K.',
    bio: 'Turtles first, everything else after.',
    avatar: 'turtle',
    files: [
      picture(
        'Turtle cleaning station.jpg',
        'The turtle had just left. It is always like that.',
        'cleaning-station',
        'Four round corals in yellow, violet, green, and red, with small orange fish between them.',
      ),
      audio('Parrotfish at breakfast.wav', 'The crunching is coral. Most of the beach was breakfast once.', 'surf', 14),
      zip('Wallpapers.zip', 'Three of my favourites, free to use.', 'lagoon', 'ice-edge', 'blue-hour'),
    ],
  },
  mateo: {
    username: 'Mateo Rojas',
    bio: 'I keep the compressor alive. Fills 16:00 to 19:00.',
    files: [
      picture(
        'Kelp forest edge.jpg',
        '',
        'kelp-edge',
        'Yellow kelp on the left, open green water with a few fish on the right.',
      ),
      text(
        'Compressor log.txt',
        'For whoever fills next.',
        '12 fills, filter changed at 310 h.',
        'The whip on bank two hisses: do not use it before it is replaced.',
      ),
      zip(
        'Lost and found.zip',
        'Photos from cameras in the lost box. Are they yours?',
        'ferry',
        'blue-hour',
        'kelp-cathedral',
        'night-dive',
      ),
    ],
  },
  freya: {
    username: 'Freya Nilsen',
    bio: 'Ice diving above the Arctic Circle. Looking for dry gloves that stay dry.',
    avatar: 'iceberg',
    files: [
      picture(
        'Under the ice edge.jpg',
        'Minus one degree and not a breath of wind.',
        'ice-edge',
        'Looking up from dark water: the sun shines through pale ice.',
      ),
      audio('Bearded seal, maybe.wav', 'Or my drysuit. Opinions welcome.', 'whale', 24),
    ],
  },
  omar: {
    username: 'Omar Haddad',
    bio: 'New on the coast and wide-eyed about all of it.',
    avatar: 'fish',
    files: [
      picture(
        'Red Sea, blue hour.jpg',
        'Ten minutes after the sun was gone.',
        'blue-hour',
        'A full moon over a bay at dusk. Its light lies on the water, and lamps line the shore.',
      ),
      audio('My head, under water.wav', 'This is the sound that I mean.', 'whale', 6),
    ],
  },
  priya: {
    username: 'Priya Raman',
    bio: 'Learning to freedive, one calm breath at a time.',
    avatar: 'wave',
    files: [
      pdf(
        'Learning to freedive.pdf',
        'Notes from the first week.',
        'Learning to freedive: week one',
        [
          'Never alone. Never. Not even in the pool.',
          'Relaxing is the skill. Everything else is equipment.',
          'Equalise early, equalise often.',
        ],
        ['Monday: breathing, on land. Harder than it sounds.', 'Tuesday: two minutes in the pool, face down.'],
        ['Friday: the rope, eight metres. I saw my buddy all the way.', 'Sunday: nothing. Rest is training too.'],
      ),
      picture(
        'First time below ten metres.jpg',
        'My buddy took it. I look calm. I was not.',
        'ten-metres',
        'A freediver goes down head first along a white rope, far below the bright surface.',
      ),
      audio('Breathe with me.wav', 'Four seconds in, eight seconds out.', 'surf', 8),
    ],
  },
  wren: {
    username: 'wren',
    files: [text('hello.txt', 'Testing, testing.', 'Is this thing on?')],
  },
} as const satisfies Record<string, Omit<DemoMember, 'email'>>;

/** A member's key, which is also the local part of the email. */
export type MemberName = keyof typeof MEMBERS;

export const COMMUNITY: ReadonlyMap<MemberName, DemoMember> = new Map(
  Object.entries(MEMBERS).map(([name, member]) => [name as MemberName, { email: `${name}@fathom.example`, ...member }]),
);

/** A member who leaves during the seed. Partners see "Deleted user". */
export const FORMER_MEMBER = { email: 'nerida@fathom.example', username: 'Nerida Shaw' } as const;

/** Generates a member's file by its number, starting at 1. */
export async function generateFile(name: MemberName, number: number): Promise<Buffer> {
  // No member has ten files, so each file has its own seed, and each sound is different.
  const seed = [...COMMUNITY.keys()].indexOf(name) * 10 + number;
  return COMMUNITY.get(name)!.files[number - 1]!.generate(seed);
}
