import { createPdf, createWav, createZip } from './documents.ts';
import { drawPicture, type Water } from './pictures.ts';

/** A file with the function that generates its content. The seed varies pictures and sounds. */
export interface DemoFile {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly generate: (seed: number) => Buffer | Promise<Buffer>;
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

const picture = (name: string, description: string, water: Water, width = 600, height = 400): DemoFile => {
  return { name, description, type: 'image/png', generate: (seed) => drawPicture(water, seed, width, height) };
};
const audio = (name: string, description: string, sound: 'surf' | 'whale', seconds: number): DemoFile => {
  return { name, description, type: 'audio/wav', generate: (seed) => createWav(sound, seconds, seed) };
};
const text = (name: string, description: string, ...lines: string[]): DemoFile => {
  return { name, description, type: 'text/plain', generate: () => Buffer.from(`${lines.join('\n')}\n`) };
};
const pdf = (name: string, description: string, title: string, ...lines: string[]): DemoFile => {
  return { name, description, type: 'application/pdf', generate: () => createPdf(title, lines) };
};
const zip = (name: string, description: string, pictures: number): DemoFile => {
  const draw = (seed: number) => (index: number) => drawPicture('reef', seed * 100 + index, 480, 320);
  return { name, description, type: 'application/zip', generate: (seed) => createZip(pictures, draw(seed)) };
};

/** The members of the demo community. The terminal shows the logins of the first two. */
const MEMBERS = {
  marina: {
    username: 'Marina Okafor',
    bio: 'Listening to whales since 2009. North wall regular, tea before and after every dive.',
    avatar: 'whale',
    files: [
      picture('Morning dive, north wall.png', 'Visibility of thirty metres, all to ourselves.', 'open', 1280, 800),
      audio('Humpback off the point.wav', 'From the hydrophone. Turn it up for the low call.', 'whale', 40),
      pdf(
        'Dive plan - north wall.pdf',
        'Bring a torch, leave the gloves.',
        'North wall, Saturday',
        'Briefing 07:30 at the slipway, in the water by 08:15.',
        'Maximum depth 28 m, turn at 120 bar, safety stop 5 m for 3 minutes.',
        'Current sets north-east after 09:40: we surface before that.',
        'Buddies: Marina and Theo, Ines and Jonas, Aiko and Sam.',
      ),
      zip('Survey photos, week 32.zip', 'All quadrats of the week, unsorted.', 4),
    ],
  },
  theo: {
    username: 'Theo Lindqvist',
    bio: 'Kelp forests, slow dives, strong coffee. I carry the spare mask.',
    avatar: 'kelp',
    files: [
      picture('Kelp cathedral.png', 'Looking up through the kelp at noon.', 'kelp', 840, 560),
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
      picture('Lagoon from the jetty.png', 'No filter, the water really has that colour.', 'lagoon', 800, 500),
      picture('last light.png', '', 'dusk'),
    ],
  },
  samuel: {
    username: 'Samuel Adeyemi',
    bio: 'Night diver. Bad poet. The octopus under the pier knows me by now.',
    avatar: 'octopus',
    files: [
      picture('Night dive, second try.png', 'This time the torch was charged.', 'deep'),
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
      picture('Recife às sete.png', 'Sete da manhã, água parada.', 'reef', 780, 520),
      pdf(
        'Species seen in June.pdf',
        'Please tell me what I got wrong.',
        'Species seen in June',
        'Cuttlefish, 14 sightings, mostly at dusk.',
        'Spotted ray, 3 sightings over sand.',
        'Seahorse, 1 sighting. I am still smiling.',
      ),
    ],
  },
  jonas: {
    username: 'Jonas Weber',
    bio: 'I record harbours before they wake up. Ferry timetable in human form.',
    avatar: 'lighthouse',
    files: [
      audio('Harbour at five.wav', 'Halyards, gulls, one diesel.', 'surf', 20),
      picture('From the ferry.png', 'Taken through a window, sorry.', 'open', 640, 420),
    ],
  },
  leilani: {
    username: 'Leilani K.',
    bio: 'Turtles first, everything else after.',
    avatar: 'turtle',
    files: [
      picture('Turtle cleaning station.png', 'The turtle had just left. It is always like that.', 'reef'),
      zip('Wallpapers.zip', 'Three of my favourites, free to use.', 3),
    ],
  },
  mateo: {
    username: 'Mateo Rojas',
    bio: 'I keep the compressor alive. Fills 16:00 to 19:00.',
    files: [
      picture('Kelp forest edge.png', '', 'kelp', 800, 520),
      text(
        'Compressor log.txt',
        'For whoever fills next.',
        '12 fills, filter changed at 310 h.',
        'The whip on bank two hisses: do not use it before it is replaced.',
      ),
    ],
  },
  freya: {
    username: 'Freya Nilsen',
    bio: 'Ice diving above the Arctic Circle. Looking for dry gloves that stay dry.',
    avatar: 'iceberg',
    files: [
      picture('Under the ice edge.png', 'Minus one degree and not a breath of wind.', 'deep', 760, 480),
      audio('Bearded seal, maybe.wav', 'Or my drysuit. Opinions welcome.', 'whale', 18),
    ],
  },
  omar: {
    username: 'Omar Haddad',
    bio: 'New on the coast and wide-eyed about all of it.',
    avatar: 'fish',
    files: [picture('Red Sea, blue hour.png', 'Two minutes before the sun was gone.', 'dusk', 860, 540)],
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
        'Never alone. Never. Not even in the pool.',
        'Relaxing is the skill. Everything else is equipment.',
        'Equalise early, equalise often.',
      ),
      picture('First time below ten metres.png', 'My buddy took it. I look calm. I was not.', 'lagoon'),
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
