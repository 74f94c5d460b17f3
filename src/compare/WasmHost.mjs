// Runs a WebAssembly module under node. A module sees the whole file system
// and ends by a signal if it traps, as a program does. Folders of the root are
// opened one by one: its C library takes the root itself for the working
// folder.
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
const [image, ...args] = process.argv.slice(2);
const preopens = {'.': process.cwd()};
for (const entry of readdirSync('/', {withFileTypes: true})) {
  const folder = '/' + entry.name;
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    if (entry.isDirectory())
      preopens[folder] = folder;
  } catch {} // Not ours to read.
}
const wasi = new WASI({version: 'preview1', args, env: process.env, preopens,
                       returnOnExit: true});
const code = await WebAssembly.compile(readFileSync(image));
const instance = await WebAssembly.instantiate(
    code, {wasi_snapshot_preview1: wasi.wasiImport});
try {
  process.exitCode = wasi.start(instance);
} catch (trap) {
  console.error(trap.message);
  process.kill(process.pid, 'SIGABRT');
}
