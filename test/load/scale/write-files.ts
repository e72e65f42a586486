/**
 * A process that publishes files as fast as one caller can, until its parent sends a message. Its arguments are the
 * uploaders' IDs, who take turns. Sends the number of files so far: after the first file, and at the end.
 */
import { publishFile } from './publish-files.ts';

const uploaders = process.argv.slice(2);
const send = process.send?.bind(process);
if (!send || uploaders.length === 0) throw new Error('during-writes.ts starts this process, with uploaders.');

let isStopped = false;
process.once('message', () => {
  isStopped = true;
});
process.once('disconnect', () => process.exit(1));

let fileCount = 0;
while (!isStopped) {
  await publishFile(uploaders[fileCount % uploaders.length]!);
  fileCount++;
  if (fileCount === 1) send(fileCount);
}
// Open connections of the table's client would keep the process alive.
send(fileCount, undefined, undefined, () => process.exit(0));
