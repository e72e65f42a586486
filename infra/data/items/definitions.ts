import type { ItemTypeName } from '../../../lambdas/table/item-types.ts';
import { fileItems } from './files.ts';
import { type CheckContext, findItemType, reportUnknownItem } from './item-checks.ts';
import type { ItemDefinition } from './item-definition.ts';
import { jobItems } from './jobs.ts';
import { ledgerItems } from './ledger.ts';
import { likeItems } from './likes.ts';
import { limitItems } from './limits.ts';
import { memberItems } from './members.ts';
import { messageItems } from './messages.ts';
import { paymentItems } from './payments.ts';
import type { PlainItem } from './plain-item.ts';
import { postItems } from './posts.ts';
import { socketItems } from './sockets.ts';
import { viewItems } from './views.ts';

/** The definition of every item type. The compiler rejects a type without its entry. */
export const ITEM_DEFINITIONS: Readonly<Record<ItemTypeName, ItemDefinition>> = {
  ...memberItems,
  ...ledgerItems,
  ...socketItems,
  ...fileItems,
  ...postItems,
  ...likeItems,
  ...messageItems,
  ...paymentItems,
  ...limitItems,
  ...jobItems,
  ...viewItems,
};

/** Checks one item, and stores the facts that the invariants compare later. */
export function checkItem(item: PlainItem, context: CheckContext): void {
  const type = findItemType(item);
  if (type) ITEM_DEFINITIONS[type].check(type, item, context);
  else reportUnknownItem(item, context.facts);
}
