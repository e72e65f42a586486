/**
 * Generates a community. All values derive from an item's number, so the data is the same in every run, and a large
 * community begins with the items of a small community.
 */
import { ulid } from 'ulid';
import type { StoredFile } from '../../../lambdas/table/file.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { computeDepth, type DepthTotals } from '../../../shared/rules/depth.ts';
import { BYTES_PER_MB, MAX_UPLOAD_BYTES } from '../../../shared/rules/limits.ts';

/** Number of files of each uploader. */
export const FILES_PER_MEMBER = 50;

/** A word in the name of one in 100,000 files, and of at least one file. */
export const RARE_WORD = 'coelacanth';
/** A word in no name. */
export const UNKNOWN_WORD = 'kraken';

/** The present time of the community, in milliseconds since 1970. */
const NOW = Date.UTC(2026, 10, 21);
/** Age of the community in milliseconds: two years. */
const AGE_MS = 2 * 365 * 24 * 3600 * 1000;

/** Median depth of members in metres. Most are near the bottom, and one in a hundred is above 750 m. */
const MEDIAN_METRES = 2;
/** Width of the distribution of depths. */
const DEPTH_SPREAD = 1.3;
/** Maximum depth of members, in metres. */
const MAX_MEMBER_METRES = 10_500;

/** Maximum depth that members reach by uploads, in metres. */
const MAX_UPLOADED_METRES = 25;
/** Minimum size of a file, in bytes. */
const MIN_FILE_BYTES = 200;

/** Types of uploads, with their share of all uploads and their median size. */
const FILE_TYPES = [
  { share: 0.58, type: 'image/jpeg', ending: 'jpg', megabytes: 2.5 },
  { share: 0.12, type: 'video/mp4', ending: 'mp4', megabytes: 60 },
  { share: 0.1, type: 'audio/mpeg', ending: 'mp3', megabytes: 6 },
  { share: 0.1, type: 'application/pdf', ending: 'pdf', megabytes: 0.8 },
  { share: 0.06, type: 'text/plain', ending: 'txt', megabytes: 0.02 },
  { share: 0.04, type: 'application/zip', ending: 'zip', megabytes: 15 },
] as const;

/** First words of file names. */
const THINGS = ['reef', 'wreck', 'kelp forest', 'lagoon', 'trench', 'harbour', 'octopus', 'manta', 'tide', 'buoy'];
/** Last words of file names. */
const MOMENTS = ['at noon', 'at dawn', 'in winter', 'from below', 'with friends', 'first trip', 'draft', 'final', ''];

/** Returns the number of members who uploaded this many files. */
export function countUploaders(files: number): number {
  return Math.ceil(files / FILES_PER_MEMBER);
}

/** Returns the user ID of the member with this number. */
export function memberId(number: number): string {
  return `3f2a9c10-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Builds a member without a ledger. `buildLedger` computes the final totals. */
export function buildMember(number: number): Profile {
  const userId = memberId(number);
  const totals = computeTotalsForDepth(computeMemberMetres(number));

  return {
    userId,
    email: `member${number}@fathom.example`,
    username: `Member ${number}`,
    bio: number % 3 === 0 ? 'Mostly below thirty metres.' : '',
    profilePicture:
      number % 2 === 0 ? `/media/avatars/${userId}/${ulid(computeJoinTime(number), createRandom(number))}/me.jpg` : '',
    ...totals,
    depth: computeDepth(totals),
    peakDepth: computeDepth(totals),
    followersCount: 0,
    followingCount: 0,
    version: 0,
    createdAt: new Date(computeJoinTime(number)).toISOString(),
  };
}

/** Builds a file as the table stores it. The uploader's depth grows linearly from 0 at sign-up to the present depth. */
export function buildFile(number: number): StoredFile {
  const nextRandom = createRandom(number);
  const uploader = Math.floor(number / FILES_PER_MEMBER);
  const progress = ((number % FILES_PER_MEMBER) + nextRandom()) / FILES_PER_MEMBER;
  const uploadedAt = computeJoinTime(uploader) + progress * (NOW - computeJoinTime(uploader));
  const { type, ending, megabytes } = pickType(nextRandom());
  // Every table contains file 500, because the smallest table has 1,000 files.
  const word = number % 100_000 === 500 ? RARE_WORD : THINGS[Math.floor(nextRandom() * THINGS.length)];
  const moment = MOMENTS[Math.floor(nextRandom() * MOMENTS.length)];

  const fileName = `${word} ${moment} ${1000 + Math.floor(nextRandom() * 9000)}.${ending}`.replace('  ', ' ');
  const userId = memberId(uploader);

  // The order of random numbers must not change, or all generated data does.
  const key = `files/${userId}/${ulid(Math.floor(uploadedAt), nextRandom)}/${fileName}`;
  const size = sampleLogLogistic(nextRandom(), megabytes, 0.6) * BYTES_PER_MB;
  const isFirstFile = number % FILES_PER_MEMBER === 0;
  const uploaderDepth = computeDepth(computeTotalsForDepth(computeMemberMetres(uploader)));

  return {
    key,
    userId,
    fileName,
    contentType: type,
    size: Math.round(Math.min(MAX_UPLOAD_BYTES, Math.max(MIN_FILE_BYTES, size))),
    etag: `"${number.toString(16).padStart(32, '9b2cf535')}"`,
    uploadedAt: new Date(uploadedAt).toISOString(),
    description: nextRandom() < 0.3 ? `The ${word}, as we saw it.` : '',
    depth: isFirstFile ? 0 : Math.floor(progress * uploaderDepth),
    likeCount: hasLike(number) ? 1 : 0,
    views: Math.floor(sampleLogLogistic(nextRandom(), 5, 0.7)),
    revision: 0,
  };
}

/** Returns whether a file or post has a like. */
export function hasLike(number: number): boolean {
  return number % 5 === 0;
}

/** Returns totals that result in a depth: uploads up to 25 m, and purchases above. */
export function computeTotalsForDepth(metres: number): DepthTotals {
  const uploadedMetres = Math.min(MAX_UPLOADED_METRES, metres);
  return {
    contributedBytes: Math.round(uploadedMetres * 100 * BYTES_PER_MB),
    purchasedCm: Math.round((metres - uploadedMetres) * 100),
  };
}

/**
 * Returns a member's depth in metres.
 *
 * Maps numbers to a low-discrepancy sequence (golden ratio), so that the first 20 members have the same distribution as
 * the first 20,000.
 */
function computeMemberMetres(number: number): number {
  const share = ((number + 0.5) * 0.618_033_988_749_895) % 1;
  return Math.min(MAX_MEMBER_METRES, sampleLogLogistic(share, MEDIAN_METRES, DEPTH_SPREAD));
}

/** Returns when a member signed up, in milliseconds since 1970. */
export function computeJoinTime(number: number): number {
  return Math.floor(NOW - AGE_MS * createRandom(~number)());
}

/** Returns a quantile of the log-logistic distribution: similar to a log-normal distribution, with a longer tail. */
function sampleLogLogistic(share: number, median: number, width: number): number {
  // The quantiles of 0 and 1 are not finite.
  const finiteShare = Math.min(1 - 1e-9, Math.max(1e-9, share));
  return median * (finiteShare / (1 - finiteShare)) ** width;
}

/** Returns the type at this share of all uploads, from 0 to 1. */
function pickType(share: number): (typeof FILE_TYPES)[number] {
  let sum = 0;
  for (const type of FILE_TYPES) {
    sum += type.share;
    if (share < sum) return type;
  }

  return FILE_TYPES[0];
}

/** Creates a seeded generator of numbers from 0 to 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixedState = Math.imul(state ^ (state >>> 15), state | 1);
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61);
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 4_294_967_296;
  };
}
