import type { EventBridgeEvent } from 'aws-lambda';
import { applyScanResult, type ScanResult } from '../files/apply-scan-result.ts';

/** The event that GuardDuty sends after a scan. See "Monitoring S3 object scans" in the GuardDuty user guide. */
type ScanEvent = EventBridgeEvent<'GuardDuty Malware Protection Object Scan Result', ScanResult>;

/** Applies the result of a malware scan to its file. If this fails, Lambda retries it. */
export const handler = async ({ detail }: ScanEvent): Promise<void> => applyScanResult(detail);
