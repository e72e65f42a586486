import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { attemptWrite } from './conditional-write.ts';
import { fileIndexAttributes, getFileById, type StoredFile } from './file.ts';
import { itemKey } from './item-types.ts';
import { unseal } from './sealed.ts';
import { buildFileSearchText } from './search-words.ts';
import { setOrRemoveAttributes } from './set-attributes.ts';

/** The details of a file that its owner can change. */
type FileDetails = Pick<StoredFile, 'fileName' | 'description' | 'altText' | 'depth'>;

/**
 * Changes details of a file, with the index attributes that depend on them. Keeps the details that are not given.
 *
 * A concurrent replacement of the file's bytes conflicts only with a new depth, if it changes the content type.
 *
 * @param file - one of the owner's files; `current` is the file if it was just read
 * @param details - at least one detail
 * @returns the file with its new details, or undefined if it doesn't exist or has another owner
 */
export async function setFileDetails(
  { fileId, ownerId, current }: { readonly fileId: string; readonly ownerId: string; readonly current?: StoredFile },
  details: Partial<FileDetails>,
): Promise<StoredFile | undefined> {
  const newDetails = Object.fromEntries(Object.entries(details).filter(([, detail]) => detail !== undefined));
  const readFile = async () => unseal(await getFileById(fileId));
  const isIndexed = Object.keys(newDetails).some((name) => name !== 'altText');
  if (!isIndexed) return updateFile(fileId, ownerId, { changes: newDetails, guards: {} });

  for (let file = current ?? (await readFile()); file?.userId === ownerId; file = await readFile()) {
    const updatedFile = await updateFile(fileId, ownerId, buildIndexedUpdate(file, newDetails));
    if (updatedFile) return updatedFile;
    // A concurrent update may have changed what the index attributes depend on.
  }

  return undefined;
}

/** An update of a file: the new attributes, and the attributes that must have the same values as when they were read. */
interface GuardedUpdate {
  readonly changes: Readonly<Record<string, unknown>>;
  readonly guards: Partial<StoredFile>;
}

/** Builds the update of a file whose name, description, or depth changes, and of its index attributes. */
function buildIndexedUpdate(file: StoredFile, details: Partial<FileDetails>): GuardedUpdate {
  const { fileName, description, contentType } = file;
  const texts = { fileName, description };
  // Other index attributes depend on neither the texts nor the depth.
  const { list, depthList, typeList, depthOrder } = fileIndexAttributes({ ...file, ...details });
  const searchText = buildFileSearchText({ ...texts, ...details });

  return details.depth === undefined
    ? { changes: { ...details, searchText }, guards: texts }
    : {
        changes: { ...details, searchText, list, depthList, typeList, depthOrder, depthChosen: true },
        guards: { ...texts, contentType },
      };
}

/** Applies an update of a file. Returns undefined if the file has another owner, or a guarded attribute has changed. */
async function updateFile(
  fileId: string,
  ownerId: string,
  { changes, guards }: GuardedUpdate,
): Promise<StoredFile | undefined> {
  const update = setOrRemoveAttributes(changes);
  const names = Object.keys(guards);
  const conditions = ['userId = :owner', ...names.map((name) => `#${name}AsRead = :${name}AsRead`)];

  const response = await attemptWrite(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: itemKey('file', fileId),
        ...update,
        ConditionExpression: conditions.join(' AND '),
        ExpressionAttributeNames: {
          ...update.ExpressionAttributeNames,
          ...Object.fromEntries(names.map((name) => [`#${name}AsRead`, name])),
        },
        ExpressionAttributeValues: {
          ...update.ExpressionAttributeValues,
          ':owner': ownerId,
          ...Object.fromEntries(Object.entries(guards).map(([name, value]) => [`:${name}AsRead`, value])),
        },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return response?.Attributes as StoredFile | undefined;
}
