import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { attemptWrite } from './conditional-write.ts';
import type { StoredFile } from './file.ts';
import { type ItemKey, itemKey } from './item-types.ts';
import { buildFileSearchText } from './search-words.ts';
import { setAttributes } from './set-attributes.ts';

/** The texts of a file that its owner can change. */
type FileTexts = Pick<StoredFile, 'fileName' | 'description' | 'altText'>;

/** The owner of a file, and the texts that its search text consists of. */
type SearchedTexts = Pick<StoredFile, 'userId' | 'fileName' | 'description'>;

/**
 * Changes texts of a file. A new name or description also changes the text that searches find. Keeps the texts that are
 * not given.
 *
 * A concurrent replacement of the file's bytes doesn't conflict, because it changes other attributes.
 *
 * @param file - one of the owner's files; `current` are its texts if they were just read
 * @param texts - at least one text
 * @returns the file with its new texts, or undefined if it doesn't exist or has another owner
 */
export async function setFileTexts(
  file: { readonly fileId: string; readonly ownerId: string; readonly current?: SearchedTexts },
  texts: Partial<FileTexts>,
): Promise<StoredFile | undefined> {
  const key = itemKey('file', file.fileId);
  const newTexts = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
  if (!('fileName' in newTexts || 'description' in newTexts))
    return updateTexts(key, file.ownerId, setAttributes(newTexts));

  for (let current = file.current ?? (await readSearchedTexts(key)); current; current = await readSearchedTexts(key)) {
    if (current.userId !== file.ownerId) return undefined;

    const updatedFile = await updateTexts(key, file.ownerId, buildSearchableUpdate(current, newTexts));
    if (updatedFile) return updatedFile;
    // A concurrent update may have changed the name or description since they were read.
  }

  return undefined;
}

/** Applies an update of a file. Returns undefined if the file has another owner, or a condition of the update failed. */
async function updateTexts(
  key: ItemKey,
  ownerId: string,
  update: ReturnType<typeof setAttributes> & { readonly ConditionExpression?: string },
): Promise<StoredFile | undefined> {
  const conditions = ['userId = :owner', update.ConditionExpression];
  const response = await attemptWrite(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: key,
        ...update,
        ConditionExpression: conditions.filter(Boolean).join(' AND '),
        ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':owner': ownerId },
        ReturnValues: 'ALL_NEW',
      }),
    ),
  );
  return response?.Attributes as StoredFile | undefined;
}

/** Reads the texts that the search text of a file consists of. Strongly consistent. */
async function readSearchedTexts(key: ItemKey): Promise<SearchedTexts | undefined> {
  const { Item } = await table.send(
    new GetCommand({
      TableName: tableName(),
      Key: key,
      ConsistentRead: true,
      ProjectionExpression: 'userId, fileName, description',
    }),
  );
  return Item as SearchedTexts | undefined;
}

/**
 * Builds the update of a file whose name or description changes, and of its search text. Fails if another update has
 * changed the name or description since they were read: the search text would contain the earlier ones.
 */
function buildSearchableUpdate({ fileName, description }: SearchedTexts, newTexts: Partial<FileTexts>) {
  const searchText = buildFileSearchText({ fileName, description, ...newTexts });
  const update = setAttributes({ ...newTexts, searchText });

  return {
    ...update,
    ConditionExpression: '#readName = :readName AND #readDescription = :readDescription',
    ExpressionAttributeNames: {
      ...update.ExpressionAttributeNames,
      '#readName': 'fileName',
      '#readDescription': 'description',
    },
    ExpressionAttributeValues: {
      ...update.ExpressionAttributeValues,
      ':readName': fileName,
      ':readDescription': description,
    },
  };
}
