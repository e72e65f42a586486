/**
 * A process that publishes files as fast as one caller can, until its parent sends a message. Its arguments are the
 * uploaders' IDs, who take turns. Sends the number of files so far: after the first file, and at the end.
 */
import { publishFile } from './publish-files.ts';

const uploaders = process.argv.slice(2);
const send = process.send?.bind(process);
if (!send || uploaders.length === 0) throw new Error('during-writes.ts starts this process, with uploaders.');

let stopped = false;
process.once('message', () => {
  stopped = true;
});
process.once('disconnect', () => process.exit(1));

let written = 0;
while (!stopped) {
  await publishFile(uploaders[written % uploaders.length]!);
  written++;
  if (written === 1) send(written);
}
// Open connections of the table's client would keep the process alive.
send(written, undefined, undefined, () => process.exit(0));
