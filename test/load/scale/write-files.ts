/**
 * Publishes files as fast as one caller can, until the parent process sends a message. The arguments are the IDs of the
 * uploaders, who take turns. Sends the number of files so far to the parent, after the first file and at the end.
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

// Open connections of the table's client would keep the process alive. The last argument runs when the count is sent.
send(fileCount, undefined, undefined, () => process.exit(0));
