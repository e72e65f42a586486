import type { ObjectStore } from './store.ts';
import type { XmlContent } from './xml.ts';
import { malformedXml, textOf } from './xml-request.ts';

const MOST_KEYS = 1000;

/**
 * Deletes the objects that a request lists, as DeleteObjects answers it: those that do not exist count as deleted.
 * s3rver's own takes the keys as paths, wherever they lead, and answers in full when it is asked to be quiet.
 */
export async function deleteObjects(store: ObjectStore, bucket: string, document: string): Promise<XmlContent> {
  const keys = [...document.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([object]) => textOf(object, 'Key') ?? '');
  const complete = keys.length > 0 && keys.length <= MOST_KEYS && keys.every(Boolean);
  if (!complete || !/<Delete[\s>]/.test(document)) throw malformedXml();
  await Promise.all(keys.map((key) => store.deleteObject(bucket, key)));
  const quiet = textOf(document, 'Quiet')?.trim() === 'true';
  return { Deleted: quiet ? [] : keys.map((Key) => ({ Key })) };
}
