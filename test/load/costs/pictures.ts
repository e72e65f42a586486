import { AWS } from './prices.ts';

/** What processing one picture of 12 megapixels takes: lambdas/files/process-media.ts, docs/benchmarks.md. */
const PROCESSING = {
  /** GB-seconds: 1.5 s of a function with 2,048 MB, which has just started. A warm one takes half of that. */
  functionSeconds: 3,
  puts: 2,
  /** Two reads of metadata, and the picture in up to three parts. */
  gets: 5,
  /** Two strongly consistent reads of the record, one write that reserves it, and one with the result. */
  readUnits: 2,
  writeUnits: 2,
};

/** What removing hidden metadata on the server takes in addition: the whole picture is read and written once more. */
const CLEANING = { puts: 1, gets: 1 };

/** Bytes of the copies of a detailed picture, estimated. Those of the soft pictures in docs/benchmarks.md have 5 and 28 KB. */
const THUMBNAIL_BYTES = 12_000;
const PREVIEW_BYTES = 130_000;

const GIGABYTE = 1e9;
const S3_GIGABYTE_MONTH = 0.023;
const THOUSAND = 1000;

/** Returns the dollars for a thousand pictures, by what is paid for. */
export function picturesRows(): readonly (readonly [string, number])[] {
  const { functionSeconds, puts, gets, readUnits, writeUnits } = PROCESSING;
  const parts = {
    Function: AWS.functionCall.price + functionSeconds * AWS.functionSecond.price,
    'Requests to S3': puts * AWS.objectPut.price + gets * AWS.objectGet.price,
    Table: readUnits * AWS.readUnit.price + writeUnits * AWS.writeUnit.price,
  };
  const once = Object.values(parts).reduce((sum, dollars) => sum + dollars, 0);
  const rows = {
    ...parts,
    'Together, once': once,
    'Requests to S3 to remove hidden metadata on the server':
      CLEANING.puts * AWS.objectPut.price + CLEANING.gets * AWS.objectGet.price,
    'Storing the copies, each month': ((THUMBNAIL_BYTES + PREVIEW_BYTES) / GIGABYTE) * S3_GIGABYTE_MONTH,
    'Showing a thousand thumbnails': shown(THUMBNAIL_BYTES),
    'Showing a thousand previews': shown(PREVIEW_BYTES),
  };

  return Object.entries(rows).map(([name, dollars]) => [name, dollars * THOUSAND]);
}

/** Returns the dollars for sending one rendition to a browser that hasn't cached it. */
function shown(bytes: number): number {
  const requests = AWS.edgeRequest.price + AWS.edgeFunction.price + AWS.firewallRequest.price + AWS.objectGet.price;
  return requests + (bytes / GIGABYTE) * AWS.edgeGigabyte.price;
}
