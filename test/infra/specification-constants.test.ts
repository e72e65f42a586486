/** Compares the constants of the code with the numbers of docs/product.md, the specification. */
import { describe, expect, it } from 'vitest';
import { METER_MAX_METRES, SURFACE_METRES } from '../../shared/rules/depth.ts';
import * as limits from '../../shared/rules/limits.ts';
import { DEFAULT_PURCHASE_METRES, MIN_PURCHASE_METRES, PURCHASE_STEP_METRES } from '../../shared/rules/prices.ts';
import { PROGRESS_RESET_MS } from '../../web/src/features/files/upload/upload-state.ts';
import { BANNER_MS } from '../../web/src/features/payments/purchase/purchase-state.ts';

describe('constants of docs/product.md', () => {
  it('constants of depth equal those in docs/product.md', () => {
    expect([SURFACE_METRES, METER_MAX_METRES, limits.NEARBY_METRES]).toEqual([10_000, 11_000, 100]);
    // 0.1 MB.
    expect(limits.TEST_CONTRIBUTION_BYTES).toBe(Math.round(0.1 * 1_048_576));
    expect([DEFAULT_PURCHASE_METRES, MIN_PURCHASE_METRES, PURCHASE_STEP_METRES]).toEqual([100, 0.1, 0.1]);
  });

  it('limits of input and uploads equal those in docs/product.md', () => {
    const { MIN_PASSWORD_LENGTH, MAX_USERNAME_LENGTH, MAX_BIO_LENGTH, MAX_PICTURE_BYTES, MAX_UPLOAD_BYTES } = limits;
    expect([MIN_PASSWORD_LENGTH, MAX_USERNAME_LENGTH, MAX_BIO_LENGTH]).toEqual([6, 30, 200]);
    // 5 MB and 1,000 MB.
    expect([MAX_PICTURE_BYTES, MAX_UPLOAD_BYTES]).toEqual([5_242_880, 1_048_576_000]);
  });

  it('sizes of lists equal those in docs/product.md', () => {
    const { DASHBOARD_LIST_SIZE, FILES_PAGE_SIZE, FILES_BULK_LIMIT, USERS_PAGE_SIZE, UNREAD_BADGE_MAX } = limits;
    expect([DASHBOARD_LIST_SIZE, FILES_PAGE_SIZE, FILES_BULK_LIMIT]).toEqual([5, 20, 1000]);
    expect([USERS_PAGE_SIZE, UNREAD_BADGE_MAX]).toEqual([10, 99]);
  });

  it('durations of banners and upload progress equal those in docs/product.md', () => {
    expect([BANNER_MS, PROGRESS_RESET_MS]).toEqual([5000, 3000]);
  });
});
