import { FILES_BULK_LIMIT } from '../../../../../shared/rules/limits.ts';
import { api } from '../../../platform/api/api.ts';
import { ApiError } from '../../../platform/api/api-error.ts';
import { texts } from '../texts.ts';
import { ALL_TYPES, type ListingQuery } from './listing-url.ts';
import type { FilePage } from './outline/outline-pages.ts';

/** Counts requests. Makes their IDs unique, even within one millisecond. */
let requestCount = 0;

/** A request for one page. With `outline`, the server returns outlines instead of whole files: see `FileRow`. */
interface PageRequest extends Partial<ListingQuery> {
  readonly userId: string;
  readonly lastKey?: string | null;
  readonly limit: number;
  readonly outline: boolean;
}

/**
 * Requests one page of files. Only Load All states that it wants all types: without a type, the API lists all.
 *
 * @throws Error if the response belongs to another request, and any error of the request
 */
export async function fetchFiles({ q, fileType, ...request }: PageRequest, signal: AbortSignal): Promise<FilePage> {
  requestCount += 1;
  const requestedAt = Date.now();
  const requestId = `${requestedAt}-${requestCount}`;

  const isTypeStated = fileType !== ALL_TYPES || request.limit === FILES_BULK_LIMIT;
  const filters = { q: q || undefined, fileType: isTypeStated ? fileType : undefined };
  const response = await api.files
    .list({ ...request, ...filters, includeOwnFiles: true, requestId }, { signal })
    .catch((error) => {
      throw toListingError(error, request.limit);
    });

  if (response.requestId && response.requestId !== requestId) {
    throw new Error('The response belongs to another request. Please try again.');
  }

  return { files: response.outline ?? response.files, lastKey: response.lastKey, requestedAt };
}

/**
 * Returns the error to show for a failed list request.
 *
 * Also logs an ended session, for which the screen already prompts to sign in. A failed "Load All" without the
 * API's own message shows the HTTP status.
 */
function toListingError(error: unknown, limit: number): unknown {
  if (!(error instanceof ApiError)) return error;

  const { status, code, requestId } = error;
  if (code === 'Unauthenticated') console.error(texts.notAuthenticated);

  const isBulkWithoutMessage = code === 'UnexpectedResponse' && limit === FILES_BULK_LIMIT;
  return isBulkWithoutMessage ? new ApiError(status, code, texts.bulkFailed(status), { requestId }) : error;
}
