import { describe, expect, it } from 'vitest';
import { ledgerSource } from '../../../../../shared/contract/ledger.ts';
import { BYTES_PER_MB } from '../../../../../shared/depth/limits.ts';
import { changeText, directionOf, entryTitle, isPurchase, sizeText } from './describe-entry.ts';

const payment = { provider: 'stripe', paymentId: 'pi_1', cents: 100, packageName: '100m Depth Package' } as const;

describe('dive log entry', () => {
  it.each([
    ['upload', 'reef.png', 'Upload “reef.png”'],
    ['correction', 'reef.png', 'Upload replaced “reef.png”'],
    ['removal', 'reef.png', 'File deleted “reef.png”'],
    ['test', null, 'Test contribution'],
    ['stripe', null, 'Bought with card'],
    ['paypal', null, 'Bought with PayPal'],
    ['dispute', null, 'Dispute lost'],
    ['reinstatement', null, 'Refund reversed'],
    ['upload', null, 'Upload'],
  ] as const)('titles %s (%s) as %s', (source, fileName, title) => {
    expect(entryTitle({ source, fileName })).toBe(title);
  });

  it('has a unique title for every source', () => {
    const titles = ledgerSource.options.map((source) => entryTitle({ source, fileName: null }));
    expect(new Set(titles).size).toBe(titles.length);
    for (const title of titles) expect(title).not.toBe('');
  });

  it.each([
    [100, 0, '+100.00m', undefined],
    [-100, 0, '−100.00m', undefined],
    [0.1, 10 * BYTES_PER_MB, '+0.10m', '+10.00 MB'],
    [-0.1, -10 * BYTES_PER_MB, '−0.10m', '−10.00 MB'],
    [0.005, 0, '+0.01m', undefined],
    [0.001, 104_858, '+0.10cm', '+102.40 KB'],
    [-0.0049, -513_802, '−0.49cm', '−501.76 KB'],
    [0.00005, 5243, '+0.01cm', '+5.12 KB'],
    [0.00001, 1049, '+1.02 KB', undefined],
    [0, 12, '+12 B', undefined],
    [0, -12, '−12 B', undefined],
    [0, 0, '0.00m', undefined],
  ])('shows %d m and %d bytes as %s', (change, bytes, text, size) => {
    expect(changeText({ change, bytes })).toBe(text);
    expect(sizeText({ change, bytes })).toBe(size);
  });

  it.each([
    [5, 0, 'up'],
    [-5, 0, 'down'],
    [0, 12, 'up'],
    [0, -12, 'down'],
    [0, 0, 'level'],
  ])('shows the direction of %d m and %d bytes: %s', (change, bytes, direction) => {
    expect(directionOf({ change, bytes })).toBe(direction);
  });

  it('has a receipt only for purchases', () => {
    expect(ledgerSource.options.filter((source) => isPurchase({ source, payment }))).toEqual(['stripe', 'paypal']);
    expect(isPurchase({ source: 'stripe', payment: null })).toBe(false);
  });
});
