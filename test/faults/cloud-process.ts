/** Runs a local cloud in this process, for tests that kill it. The argument is its options as JSON. */
import { type LocalCloudOptions, startLocalCloud } from '../../infra/local/cloud.ts';

const options: LocalCloudOptions = JSON.parse(process.argv[2]!);
const cloud = await startLocalCloud(options);
process.on('SIGTERM', () => void cloud.close().then(() => process.exit(0)));

// Standard input closes when the test ends, even if it is killed.
process.stdin.on('end', () => process.exit(0)).resume();
console.log(JSON.stringify(cloud.config));
