/** Describes an entry of the ledger, which pages call the dive log: its title, change, size, and direction. */
import type { ListedLedgerEntry } from '../../../../../shared/contract/ledger.ts';
import { formatDepth, formatLength, formatRise } from '../../../platform/text/format-depth.ts';
import { formatFileSize } from '../../../platform/text/format-number.ts';
import { texts } from './texts.ts';

/** The fields that describe the change of a ledger entry. */
type LoggedChange = Pick<ListedLedgerEntry, 'change' | 'bytes' | 'payment'>;

/** Returns the sign of an amount. Uses a real minus sign, which is as wide as the plus. */
const signFor = (amount: number) => (amount < 0 ? '−' : '+');

const formatSignedSize = (bytes: number) => signFor(bytes) + formatFileSize(Math.abs(bytes));

/** Returns the title of an entry: "Bought with card", "Upload “reef.png”". */
export function buildTitle({ source, fileName }: Pick<ListedLedgerEntry, 'source' | 'fileName'>): string {
  return texts.entryTitles[source](fileName ? texts.quoted(fileName) : '').trim();
}

/**
 * Returns a change of depth with its sign: "+12.30m", "+0.3 cm". As in all texts, only metres have no space before
 * the unit.
 *
 * Purchases and their reversals are always in metres, because depth is sold in metres. A file that is too small to
 * change the depth shows its size.
 */
export function formatChange({ change, bytes, payment }: LoggedChange): string {
  if (payment) return signFor(change) + formatDepth(Math.abs(change));
  // Unlike the other formatters, `formatRise` adds the sign.
  if (change !== 0) return formatRise(change);
  return bytes === 0 ? formatLength(0) : formatSignedSize(bytes);
}

/** Returns the size of an entry with its sign, or undefined if the size is 0 or `formatChange` already shows it. */
export function formatEntrySize(entry: LoggedChange): string | undefined {
  if (entry.bytes === 0) return undefined;

  const size = formatSignedSize(entry.bytes);
  return size === formatChange(entry) ? undefined : size;
}

/** Returns the direction in which an entry moved the member. */
export function findDirection({ change, bytes }: Pick<ListedLedgerEntry, 'change' | 'bytes'>): 'up' | 'down' | 'level' {
  // The bytes decide only if the file is too small to change the depth.
  const amount = change || bytes;
  if (amount === 0) return 'level';
  return amount > 0 ? 'up' : 'down';
}

/** Returns whether an entry has a receipt. Only purchases have one: a reversal also has a payment, but no receipt. */
export function hasReceipt({ source, payment }: Pick<ListedLedgerEntry, 'source' | 'payment'>): boolean {
  return payment !== null && (source === 'stripe' || source === 'paypal');
}
