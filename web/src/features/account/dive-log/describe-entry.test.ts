/** Tests of the texts of the dive log. */
import { describe, expect, it } from 'vitest';
import { type LedgerSource, ledgerSourceSchema } from '../../../../../shared/contract/ledger.ts';
import { BYTES_PER_MB } from '../../../../../shared/rules/limits.ts';
import { buildTitle, findDirection, formatChange, formatEntrySize, hasReceipt } from './describe-entry.ts';

/** The payment in the entry of a purchase, and in the entry of its reversal. */
const payment = { provider: 'stripe', paymentId: 'pi_1', cents: 100, packageName: '100m Depth Package' } as const;

describe('dive log entry', () => {
  it.each<[source: LedgerSource, fileName: string | null, title: string]>([
    ['upload', 'reef.png', 'Upload “reef.png”'],
    ['correction', 'reef.png', 'Upload replaced “reef.png”'],
    ['removal', 'reef.png', 'File deleted “reef.png”'],
    ['test', null, 'Test contribution'],
    ['stripe', null, 'Bought with card'],
    ['paypal', null, 'Bought with PayPal'],
    ['dispute', null, 'Dispute lost'],
    ['reinstatement', null, 'Refund reversed'],
    ['upload', null, 'Upload'],
  ])('gives an entry with the source %s (%s) the title %s', (source, fileName, title) => {
    expect(buildTitle({ source, fileName })).toBe(title);
  });

  it('gives the entries of every source a unique title', () => {
    const titles = ledgerSourceSchema.options.map((source) => buildTitle({ source, fileName: null }));

    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).not.toBe('');
  });

  // 1 MB lifts by 1 cm. Metres replace centimetres from 1 m.
  it.each<[change: number, bytes: number, text: string, size: string | undefined]>([
    [10, 1000 * BYTES_PER_MB, '+10.00m', '+1000.00 MB'],
    [0.1, 10 * BYTES_PER_MB, '+10 cm', '+10.00 MB'],
    [-0.1, -10 * BYTES_PER_MB, '−10 cm', '−10.00 MB'],
    // 0.3 MB.
    [0.003, 314_573, '+0.3 cm', '+307.20 KB'],
    // 0.49 MB, rounded to 0.1 cm.
    [-0.0049, -513_802, '−0.5 cm', '−501.76 KB'],
    [0.00001, 1049, '+0.001 cm', '+1.02 KB'],
    [0, 12, '+12 B', undefined],
    [0, -12, '−12 B', undefined],
    [0, 0, '0 cm', undefined],
  ])('shows %d m and %d bytes as %s, with the size %s', (change, bytes, text, size) => {
    const entry = { change, bytes, payment: null };

    expect(formatChange(entry)).toBe(text);
    expect(formatEntrySize(entry)).toBe(size);
  });

  it.each([
    [100, '+100.00m'],
    [0.5, '+0.50m'],
    [-100, '−100.00m'],
  ])('shows a purchase or reversal of %d m in metres, not centimetres: %s', (change, text) => {
    expect(formatChange({ change, bytes: 0, payment })).toBe(text);
  });

  it.each([
    [5, 0, 'up'],
    [-5, 0, 'down'],
    [0, 12, 'up'],
    [0, -12, 'down'],
    [0, 0, 'level'],
  ])('shows the direction of %d m and %d bytes: %s', (change, bytes, direction) => {
    expect(findDirection({ change, bytes })).toBe(direction);
  });

  it('offers a receipt only for purchases', () => {
    const sourcesWithReceipt = ledgerSourceSchema.options.filter((source) => hasReceipt({ source, payment }));

    expect(sourcesWithReceipt).toEqual(['stripe', 'paypal']);
    expect(hasReceipt({ source: 'stripe', payment: null })).toBe(false);
  });
});
