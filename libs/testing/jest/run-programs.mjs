// Built programs, as they are, one after another in one process (src/system/system.ts): most of the time of a short one is process start.
// PROGRAMS lists their files, their folders, and with what environment each of them is run.
import path from 'node:path';
import { pathToFileURL } from 'node:url';

for (const { file, folder, environment } of JSON.parse(process.env.PROGRAMS)) {
  process.chdir(folder);
  process.env = environment;
  // A program does its work while it is loaded, and ends the process when it fails.
  await import(pathToFileURL(path.resolve(file)).href);
}
