import type { ListedLedgerEntry } from '../../../../../shared/contract/ledger.ts';
import { formatDepth, formatFileSize } from '../../../platform/format.ts';
import { texts } from './texts.ts';

const CM_PER_METRE = 100;

/** Smaller values would round to 0.00. */
const MIN_SHOWN = 0.005;

/** Returns the title of an entry: "Bought with card", "Upload “reef.png”". */
export function entryTitle({ source, fileName }: Pick<ListedLedgerEntry, 'source' | 'fileName'>): string {
  return texts.titles[source](fileName ? texts.quoted(fileName) : '').trim();
}

/**
 * Returns a change of depth with its sign: "+100.00m". Changes that would round to 0.00 m are in centimetres, and
 * changes that would round to 0.00 cm are in bytes.
 */
export function changeText({ change, bytes }: Pick<ListedLedgerEntry, 'change' | 'bytes'>): string {
  const metres = Math.abs(change);
  const sign = signFor(change || bytes);
  if (metres >= MIN_SHOWN) return sign + formatDepth(metres);
  const centimetres = metres * CM_PER_METRE;
  if (centimetres >= MIN_SHOWN) return `${sign}${centimetres.toFixed(2)}cm`;
  return bytes === 0 ? formatDepth(0) : sign + formatFileSize(Math.abs(bytes));
}

/** Returns the size of a change with its sign, or undefined if there is none or `changeText` shows it. */
export function sizeText(entry: Pick<ListedLedgerEntry, 'change' | 'bytes'>): string | undefined {
  if (entry.bytes === 0) return undefined;
  const size = signFor(entry.bytes) + formatFileSize(Math.abs(entry.bytes));
  return size === changeText(entry) ? undefined : size;
}

/** Returns the direction in which an entry moved the member. */
export function directionOf({ change, bytes }: Pick<ListedLedgerEntry, 'change' | 'bytes'>): 'up' | 'down' | 'level' {
  const amount = change || bytes;
  if (amount === 0) return 'level';
  return amount > 0 ? 'up' : 'down';
}

/** Whether an entry is a purchase and has a receipt. */
export function isPurchase({ source, payment }: Pick<ListedLedgerEntry, 'source' | 'payment'>): boolean {
  return payment !== null && (source === 'stripe' || source === 'paypal');
}

// A real minus sign is as wide as the plus.
const signFor = (amount: number) => (amount < 0 ? '−' : '+');
