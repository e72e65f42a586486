import type { ListedLedgerEntry } from '../../../../../shared/contract/ledger.ts';
import { formatDepth, formatFileSize, formatLength, formatRise } from '../../../platform/text/format.ts';
import { texts } from './texts.ts';

/** The fields that describe the change of a ledger entry. Pages call the ledger the dive log. */
type LoggedChange = Pick<ListedLedgerEntry, 'change' | 'bytes' | 'payment'>;

/** Returns the title of an entry: "Bought with card", "Upload “reef.png”". */
export function entryTitle({ source, fileName }: Pick<ListedLedgerEntry, 'source' | 'fileName'>): string {
  return texts.titles[source](fileName ? texts.quoted(fileName) : '').trim();
}

/**
 * Returns a change of depth with its sign: "+12.30m", "+0.3 cm".
 *
 * Purchases and their reversals are always in metres, because depth is sold in metres. A file that is too small to
 * change the depth shows its size.
 */
export function changeText({ change, bytes, payment }: LoggedChange): string {
  if (payment) return signFor(change) + formatDepth(Math.abs(change));
  if (change !== 0) return formatRise(change);
  return bytes === 0 ? formatLength(0) : signFor(bytes) + formatFileSize(Math.abs(bytes));
}

/** Returns the size of a change with its sign, or undefined if it is 0 or `changeText` shows it. */
export function sizeText(entry: LoggedChange): string | undefined {
  if (entry.bytes === 0) return undefined;

  const size = signFor(entry.bytes) + formatFileSize(Math.abs(entry.bytes));
  return size === changeText(entry) ? undefined : size;
}

/** Returns the direction in which an entry moved the member. */
export function directionOf({ change, bytes }: Pick<ListedLedgerEntry, 'change' | 'bytes'>): 'up' | 'down' | 'level' {
  // The bytes decide only if the file is too small to change the depth.
  const amount = change || bytes;
  if (amount === 0) return 'level';
  return amount > 0 ? 'up' : 'down';
}

/** Returns whether an entry is a purchase and has a receipt. */
export function isPurchase({ source, payment }: Pick<ListedLedgerEntry, 'source' | 'payment'>): boolean {
  return payment !== null && (source === 'stripe' || source === 'paypal');
}

/** Returns the sign of an amount. Uses a real minus sign, which is as wide as the plus. */
const signFor = (amount: number) => (amount < 0 ? '−' : '+');
