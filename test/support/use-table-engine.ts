/**
 * Setup file of unit tests that share a database: selects the database of this worker.
 *
 * The table's client keeps its first connection, so all files of a worker must use the same database.
 */
import { inject } from 'vitest';

const endpoints = inject('tableEngines');
// Worker IDs count from 1 to the number of databases, so each worker gets its own database.
const workerId = Number(process.env.VITEST_POOL_ID);

process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoints[workerId % endpoints.length];
