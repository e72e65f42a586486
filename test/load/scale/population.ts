import { ulid } from 'ulid';
import type { StoredFile } from '../../../lambdas/table/file.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { type DepthTotals, depthOf, fromMetres } from '../../../shared/depth/depth.ts';
import { BYTES_PER_MB, MAX_UPLOAD_BYTES } from '../../../shared/depth/limits.ts';

/**
 * A community that never was. Everything follows from its number, so that the same run gives the same data, and a
 * smaller community is the beginning of a larger one.
 */

const FILES_PER_MEMBER = 50;

/** In the names of one file in a hundred thousand, and of one at least. */
export const RARE_WORD = 'coelacanth';
/** In no file's name. */
export const UNKNOWN_WORD = 'kraken';

const NOW = Date.UTC(2026, 10, 21);
const TWO_YEARS = 2 * 365 * 24 * 3600 * 1000;

/** Depth of the member in the middle, in metres; most are near the bottom, and one in a hundred above 750 m. */
const MEDIAN_METRES = 2;
const DEPTH_SPREAD = 1.3;
const HIGHEST_METRES = 10_500;

/** What is uploaded: its share, and the size of the file in the middle, in megabytes. */
const TYPES = [
  { share: 0.58, type: 'image/jpeg', ending: 'jpg', megabytes: 2.5 },
  { share: 0.12, type: 'video/mp4', ending: 'mp4', megabytes: 60 },
  { share: 0.1, type: 'audio/mpeg', ending: 'mp3', megabytes: 6 },
  { share: 0.1, type: 'application/pdf', ending: 'pdf', megabytes: 0.8 },
  { share: 0.06, type: 'text/plain', ending: 'txt', megabytes: 0.02 },
  { share: 0.04, type: 'application/zip', ending: 'zip', megabytes: 15 },
] as const;

const THINGS = ['reef', 'wreck', 'kelp forest', 'lagoon', 'trench', 'harbour', 'octopus', 'manta', 'tide', 'buoy'];
const MOMENTS = ['at noon', 'at dawn', 'in winter', 'from below', 'with friends', 'first dive', 'draft', 'final', ''];

/** The number of members who uploaded so many files. */
export function membersOf(files: number): number {
  return Math.ceil(files / FILES_PER_MEMBER);
}

export function memberId(number: number): string {
  return `3f2a9c10-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** A member as the table holds them, apart from the index attributes that follow from it. */
export function member(number: number): Profile {
  const userId = memberId(number);
  return {
    userId,
    email: `diver${number}@fathom.example`,
    username: `Diver ${number}`,
    bio: number % 3 === 0 ? 'Mostly below thirty metres.' : '',
    profilePicture: number % 2 === 0 ? `/media/avatars/${userId}/${ulid(joinedAt(number), random(number))}/me.jpg` : '',
    ...totalsAt(metresOf(number)),
    depth: depthOf(totalsAt(metresOf(number))),
    peakDepth: depthOf(totalsAt(metresOf(number))),
    followersCount: 0,
    followingCount: 0,
    version: FILES_PER_MEMBER,
    createdAt: new Date(joinedAt(number)).toISOString(),
  };
}

/** A file as the table holds it. Its uploader rises evenly, from the bottom when they join to where they are now. */
export function file(number: number): StoredFile {
  const next = random(number);
  const uploader = Math.floor(number / FILES_PER_MEMBER);
  const progress = ((number % FILES_PER_MEMBER) + next()) / FILES_PER_MEMBER;
  const uploadedAt = joinedAt(uploader) + progress * (NOW - joinedAt(uploader));
  const { type, ending, megabytes } = typeAt(next());
  const word = number % 100_000 === 500 ? RARE_WORD : THINGS[Math.floor(next() * THINGS.length)];
  const moment = MOMENTS[Math.floor(next() * MOMENTS.length)];
  const fileName = `${word} ${moment} ${1000 + Math.floor(next() * 9000)}.${ending}`.replace('  ', ' ');
  const userId = memberId(uploader);
  return {
    key: `files/${userId}/${ulid(Math.floor(uploadedAt), next)}/${fileName}`,
    userId,
    fileName,
    contentType: type,
    size: Math.round(Math.min(MAX_UPLOAD_BYTES, Math.max(200, spread(next(), megabytes, 0.6) * BYTES_PER_MB))),
    etag: `"${number.toString(16).padStart(32, '9b2cf535')}"`,
    uploadedAt: new Date(uploadedAt).toISOString(),
    description: next() < 0.3 ? `The ${word}, as we saw it.` : '',
    depth: fromMetres(number % FILES_PER_MEMBER === 0 ? 0 : progress * metresOf(uploader)),
    likeCount: isLiked(number) ? 1 : 0,
    views: Math.floor(spread(next(), 5, 0.7)),
    revision: 0,
  };
}

/** Whether somebody likes a file, or a post. */
export function isLiked(number: number): boolean {
  return number % 5 === 0;
}

/** What lifts a member so high: uploads up to 25 m, and what they bought beyond. */
export function totalsAt(metres: number): DepthTotals {
  const uploaded = Math.min(25, metres);
  return {
    contributedBytes: Math.round(uploaded * 100 * BYTES_PER_MB),
    purchasedCm: Math.round((metres - uploaded) * 100),
  };
}

/**
 * How high a member is. Neighbouring numbers lie apart by the golden ratio, so that the first twenty members are
 * spread as the first twenty thousand are.
 */
function metresOf(number: number): number {
  return Math.min(HIGHEST_METRES, spread(((number + 0.5) * 0.618_033_988_749_895) % 1, MEDIAN_METRES, DEPTH_SPREAD));
}

export function joinedAt(number: number): number {
  return Math.floor(NOW - TWO_YEARS * random(~number)());
}

/** The value below which a share of all lie: log-logistic, which looks like log-normal with a longer tail. */
function spread(share: number, median: number, width: number): number {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, share));
  return median * (inside / (1 - inside)) ** width;
}

function typeAt(share: number): (typeof TYPES)[number] {
  let sum = 0;
  for (const type of TYPES) {
    sum += type.share;
    if (share < sum) return type;
  }
  return TYPES[0];
}

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
export function random(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
