import { AWS } from './prices.ts';

/**
 * Resources to render the two renditions (smaller copies) of one picture of 12 megapixels: a thumbnail and a preview.
 * Sources: lambdas/files/process-media.ts, docs/benchmarks.md.
 */
const PROCESSING = {
  /** 1.5 s of a function with 2,048 MB, which has just started. A warm function takes half of that. */
  functionGigabyteSeconds: 3,
  puts: 2,
  /** Two reads of metadata, and the picture in up to three parts. */
  gets: 5,
  /** Two strongly consistent reads of the record, one write that reserves it, and one with the result. */
  readUnits: 2,
  writeUnits: 2,
};

/** Additional requests to remove hidden metadata on the server, which reads and writes the whole picture once more. */
const CLEANING = { puts: 1, gets: 1 };

/** Estimated bytes of the thumbnail of a detailed picture. The soft picture in docs/benchmarks.md has 5 KB. */
const THUMBNAIL_BYTES = 12_000;

/** Estimated bytes of the preview of a detailed picture. The soft picture in docs/benchmarks.md has 28 KB. */
const PREVIEW_BYTES = 130_000;

/** Number of pictures whose cost is computed. The labels of the rows contain it as a word. */
const PICTURES = 1000;

const GIGABYTE = 1e9;

/** Returns the cost of {@link PICTURES} pictures in dollars, by purpose. */
export function computePictureCosts(): readonly (readonly [purpose: string, dollars: number])[] {
  const { functionGigabyteSeconds, puts, gets, readUnits, writeUnits } = PROCESSING;
  const parts = {
    Function: AWS.functionCall.price + functionGigabyteSeconds * AWS.functionGigabyteSecond.price,
    'Requests to S3': puts * AWS.objectPut.price + gets * AWS.objectGet.price,
    Table: readUnits * AWS.readUnit.price + writeUnits * AWS.writeUnit.price,
  };
  const processingCost = Object.values(parts).reduce((sum, dollars) => sum + dollars, 0);
  const dollarsPerPicture = {
    ...parts,
    'Together, once': processingCost,
    'Requests to S3 to remove hidden metadata on the server':
      CLEANING.puts * AWS.objectPut.price + CLEANING.gets * AWS.objectGet.price,
    'Storing the copies, each month': ((THUMBNAIL_BYTES + PREVIEW_BYTES) / GIGABYTE) * AWS.objectGigabyte.price,
    'Showing a thousand thumbnails': computeShowingCost(THUMBNAIL_BYTES),
    'Showing a thousand previews': computeShowingCost(PREVIEW_BYTES),
  };

  return Object.entries(dollarsPerPicture).map(([purpose, dollars]) => [purpose, dollars * PICTURES]);
}

/** Returns the cost of sending one rendition to a browser without a cached copy, in dollars. */
function computeShowingCost(bytes: number): number {
  const requests = AWS.edgeRequest.price + AWS.edgeFunction.price + AWS.firewallRequest.price + AWS.objectGet.price;
  return requests + (bytes / GIGABYTE) * AWS.edgeGigabyte.price;
}
