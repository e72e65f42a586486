/**
 * A generated community. All values derive from an item's number, so the data is the same in every run, and a small
 * community is the beginning of a larger one.
 */
import { ulid } from 'ulid';
import type { StoredFile } from '../../../lambdas/table/file.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { computeDepth, type DepthTotals } from '../../../shared/rules/depth.ts';
import { BYTES_PER_MB, MAX_UPLOAD_BYTES } from '../../../shared/rules/limits.ts';

export const FILES_PER_MEMBER = 50;

/** In the name of one in 100,000 files, and of at least one. */
export const RARE_WORD = 'coelacanth';
/** In no name. */
export const UNKNOWN_WORD = 'kraken';

const NOW = Date.UTC(2026, 10, 21);
const TWO_YEARS = 2 * 365 * 24 * 3600 * 1000;

/** Median depth in metres. Most members are near the bottom, and one in a hundred is above 750 m. */
const MEDIAN_METRES = 2;
const DEPTH_SPREAD = 1.3;
const HIGHEST_METRES = 10_500;

/** Types of uploads, with their share and median size. */
const TYPES = [
  { share: 0.58, type: 'image/jpeg', ending: 'jpg', megabytes: 2.5 },
  { share: 0.12, type: 'video/mp4', ending: 'mp4', megabytes: 60 },
  { share: 0.1, type: 'audio/mpeg', ending: 'mp3', megabytes: 6 },
  { share: 0.1, type: 'application/pdf', ending: 'pdf', megabytes: 0.8 },
  { share: 0.06, type: 'text/plain', ending: 'txt', megabytes: 0.02 },
  { share: 0.04, type: 'application/zip', ending: 'zip', megabytes: 15 },
] as const;

const THINGS = ['reef', 'wreck', 'kelp forest', 'lagoon', 'trench', 'harbour', 'octopus', 'manta', 'tide', 'buoy'];
const MOMENTS = ['at noon', 'at dawn', 'in winter', 'from below', 'with friends', 'first trip', 'draft', 'final', ''];

/** Returns the number of members who uploaded this many files. */
export function countUploaders(files: number): number {
  return Math.ceil(files / FILES_PER_MEMBER);
}

export function memberId(number: number): string {
  return `3f2a9c10-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Creates a member without ledger, as planned: `withLedger` computes the final totals. */
export function createMember(number: number): Profile {
  const userId = memberId(number);
  const totals = totalsForDepth(depthOfMember(number));

  return {
    userId,
    email: `member${number}@fathom.example`,
    username: `Member ${number}`,
    bio: number % 3 === 0 ? 'Mostly below thirty metres.' : '',
    profilePicture:
      number % 2 === 0 ? `/media/avatars/${userId}/${ulid(joinTime(number), createRandom(number))}/me.jpg` : '',
    ...totals,
    depth: computeDepth(totals),
    peakDepth: computeDepth(totals),
    followersCount: 0,
    followingCount: 0,
    version: 0,
    createdAt: new Date(joinTime(number)).toISOString(),
  };
}

/**
 * Creates a file as the table stores it. The uploader's depth grows linearly from 0 at sign-up to the present depth.
 */
export function createFile(number: number): StoredFile {
  const next = createRandom(number);
  const uploader = Math.floor(number / FILES_PER_MEMBER);
  const progress = ((number % FILES_PER_MEMBER) + next()) / FILES_PER_MEMBER;
  const uploadedAt = joinTime(uploader) + progress * (NOW - joinTime(uploader));
  const { type, ending, megabytes } = pickType(next());
  const word = number % 100_000 === 500 ? RARE_WORD : THINGS[Math.floor(next() * THINGS.length)];
  const moment = MOMENTS[Math.floor(next() * MOMENTS.length)];
  const fileName = `${word} ${moment} ${1000 + Math.floor(next() * 9000)}.${ending}`.replace('  ', ' ');
  const userId = memberId(uploader);

  return {
    key: `files/${userId}/${ulid(Math.floor(uploadedAt), next)}/${fileName}`,
    userId,
    fileName,
    contentType: type,
    size: Math.round(
      Math.min(MAX_UPLOAD_BYTES, Math.max(200, sampleLogLogistic(next(), megabytes, 0.6) * BYTES_PER_MB)),
    ),
    etag: `"${number.toString(16).padStart(32, '9b2cf535')}"`,
    uploadedAt: new Date(uploadedAt).toISOString(),
    description: next() < 0.3 ? `The ${word}, as we saw it.` : '',
    depth:
      number % FILES_PER_MEMBER === 0
        ? 0
        : Math.floor(progress * computeDepth(totalsForDepth(depthOfMember(uploader)))),
    likeCount: isLiked(number) ? 1 : 0,
    views: Math.floor(sampleLogLogistic(next(), 5, 0.7)),
    revision: 0,
  };
}

/** Whether a file or post has a like. */
export function isLiked(number: number): boolean {
  return number % 5 === 0;
}

/** Returns totals for a depth: uploads up to 25 m, and purchases above. */
export function totalsForDepth(metres: number): DepthTotals {
  const uploadedMetres = Math.min(25, metres);
  return {
    contributedBytes: Math.round(uploadedMetres * 100 * BYTES_PER_MB),
    purchasedCm: Math.round((metres - uploadedMetres) * 100),
  };
}

/**
 * Returns a member's depth in metres. Numbers map to a low-discrepancy sequence (golden ratio), so that the first 20
 * members have the same distribution as the first 20,000.
 */
function depthOfMember(number: number): number {
  return Math.min(
    HIGHEST_METRES,
    sampleLogLogistic(((number + 0.5) * 0.618_033_988_749_895) % 1, MEDIAN_METRES, DEPTH_SPREAD),
  );
}

export function joinTime(number: number): number {
  return Math.floor(NOW - TWO_YEARS * createRandom(~number)());
}

/** Returns a quantile of the log-logistic distribution, which is similar to log-normal with a longer tail. */
function sampleLogLogistic(share: number, median: number, width: number): number {
  const inside = Math.min(1 - 1e-9, Math.max(1e-9, share));
  return median * (inside / (1 - inside)) ** width;
}

function pickType(share: number): (typeof TYPES)[number] {
  let sum = 0;
  for (const type of TYPES) {
    sum += type.share;
    if (share < sum) return type;
  }
  return TYPES[0];
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
