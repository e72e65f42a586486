import type { ListedLedgerEntry } from '../../../../../shared/contract/ledger.ts';
import { formatDepth, formatFileSize } from '../../../platform/format.ts';
import { texts } from './texts.ts';

const CM_PER_METRE = 100;

/** Half of the last place that is shown: what is less would read as nothing. */
const HALF_PLACE = 0.005;

/** What an entry was: "Bought with card", "Upload “reef.png”". */
export function entryTitle({ source, fileName }: Pick<ListedLedgerEntry, 'source' | 'fileName'>): string {
  return texts.what[source](fileName ? texts.quoted(fileName) : '').trim();
}

/**
 * A change of depth with its sign: "+100.00m" (specification §3 "Display rules"). What two decimals of a metre cannot
 * tell from nothing is in centimetres; what those cannot tell either, in bytes.
 */
export function changeText({ change, bytes }: Pick<ListedLedgerEntry, 'change' | 'bytes'>): string {
  const metres = Math.abs(change);
  const sign = signOf(change || bytes);
  if (metres >= HALF_PLACE) return sign + formatDepth(metres);
  const centimetres = metres * CM_PER_METRE;
  if (centimetres >= HALF_PLACE) return `${sign}${centimetres.toFixed(2)}cm`;
  return bytes === 0 ? formatDepth(0) : sign + formatFileSize(Math.abs(bytes));
}

/** How many bytes a change came with, or nothing when it came with none, or says so itself. */
export function sizeText(entry: Pick<ListedLedgerEntry, 'change' | 'bytes'>): string | undefined {
  if (entry.bytes === 0) return undefined;
  const size = signOf(entry.bytes) + formatFileSize(Math.abs(entry.bytes));
  return size === changeText(entry) ? undefined : size;
}

/** Which way an entry moved its member. */
export function directionOf({ change, bytes }: Pick<ListedLedgerEntry, 'change' | 'bytes'>): 'up' | 'down' | 'level' {
  const moved = change || bytes;
  if (moved === 0) return 'level';
  return moved > 0 ? 'up' : 'down';
}

/** Whether an entry is a purchase, which has a receipt. */
export function isPurchase({ source, payment }: Pick<ListedLedgerEntry, 'source' | 'payment'>): boolean {
  return payment !== null && (source === 'stripe' || source === 'paypal');
}

// A real minus sign is as wide as the plus.
const signOf = (moved: number) => (moved < 0 ? '−' : '+');
