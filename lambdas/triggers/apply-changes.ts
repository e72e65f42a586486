import type { DynamoDBStreamHandler } from 'aws-lambda';
import { applyChanges } from '../changes/apply-changes.ts';

/** Applies the changes of the table to all views. See docs/adr/0059-change-feed.md. */
export const handler: DynamoDBStreamHandler = ({ Records }) => applyChanges(Records);
