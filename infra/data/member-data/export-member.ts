import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdminGetUserCommand,
  AdminListDevicesCommand,
  type DeviceType,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { findItemType } from '../items/item-checks.ts';
import { presentItem } from './export-rules.ts';
import type { MemberDataSource } from './member-data-source.ts';
import { readMemberItems } from './member-items.ts';
import { downloadObjects } from './member-objects.ts';
import { writePrivateJson } from './private-files.ts';

interface ExportOptions {
  /** The member's ID. */
  readonly userId: string;
  /** Target folder, missing or empty. */
  readonly directory: string;
}

/** The summary of an export. */
export interface MemberExport {
  /** Number of items by type. */
  readonly items: Readonly<Record<string, number>>;
  readonly objects: number;
  /** Whether the user pool has the member. */
  readonly signIn: boolean;
}

/** Thrown if nothing is stored under an ID. */
class MemberUnknownError extends Error {
  constructor(userId: string) {
    super(`Nothing is stored about ${userId}. Use the member's ID, which is in the address of their profile.`);
    this.name = 'MemberUnknownError';
  }
}

/** Thrown if the target folder has files. */
class FolderInUseError extends Error {
  constructor(directory: string) {
    super(`${directory} is not empty. Choose another folder.`);
    this.name = 'FolderInUseError';
  }
}

/**
 * Writes all stored data of one member into a folder: items by type, objects, and sign-in data.
 *
 * Only reads the stage. Writes the summary last, so an export without a summary is incomplete.
 *
 * @throws FolderInUseError, MemberUnknownError, and errors of AWS
 */
export async function exportMember(
  source: MemberDataSource,
  { userId, directory }: ExportOptions,
): Promise<MemberExport> {
  if (existsSync(directory) && readdirSync(directory).length > 0) throw new FolderInUseError(directory);

  const [items, signIn] = await Promise.all([readMemberItems(source, userId), readSignIn(source, userId)]);
  if (items.length === 0 && !signIn) throw new MemberUnknownError(userId);

  const itemsByType = Map.groupBy(items, (item) => findItemType(item) ?? 'unknown');
  for (const [type, typeItems] of itemsByType) {
    writePrivateJson(join(directory, 'items', `${type}.json`), typeItems.map(presentItem));
  }
  if (signIn) writePrivateJson(join(directory, 'sign-in.json'), signIn);
  const objects = await downloadObjects(source, userId, join(directory, 'objects'));

  const counts = Object.fromEntries([...itemsByType].map(([type, { length }]) => [type, length]));
  const summary = { items: counts, objects, signIn: signIn !== undefined };
  writePrivateJson(join(directory, 'summary.json'), {
    member: userId,
    exportedAt: new Date().toISOString(),
    ...summary,
  });

  return summary;
}

/** Reads the member's data in the user pool, or returns undefined. The pool never returns passwords or secrets. */
async function readSignIn({ cognito, userPoolId }: MemberDataSource, userId: string) {
  const user = { UserPoolId: userPoolId, Username: userId };

  try {
    const { $metadata: _, ...account } = await cognito.send(new AdminGetUserCommand(user));
    const devices: DeviceType[] = [];
    let token: string | undefined;

    do {
      const page = await cognito.send(new AdminListDevicesCommand({ ...user, PaginationToken: token }));
      devices.push(...(page.Devices ?? []));
      token = page.PaginationToken;
    } while (token !== undefined);

    return { ...account, devices };
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}
