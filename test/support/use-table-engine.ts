import { inject } from 'vitest';

/*
 * Setup file of unit tests that share a database. The table's client keeps its first connection, so all files of a
 * worker must use the same one.
 */
const engines = inject('tableEngines');

process.env.AWS_ENDPOINT_URL_DYNAMODB = engines[Number(process.env.VITEST_POOL_ID) % engines.length];
