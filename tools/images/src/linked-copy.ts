import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Copies a file or a folder without writing its content again where the disk allows it. `skip` is asked with paths below `from`, with slashes. */
export function linkedCopy(from: string, to: string, skip: (file: string) => boolean): void {
  if (lstatSync(from).isDirectory()) copyFolder(from, to, '', skip);
  else copyFile(from, to);
}

function copyFolder(from: string, to: string, below: string, skip: (file: string) => boolean): void {
  mkdirSync(path.join(to, below), { recursive: true });
  for (const entry of readdirSync(path.join(from, below), { withFileTypes: true })) {
    const file = below === '' ? entry.name : `${below}/${entry.name}`;
    if (skip(file)) continue;
    if (entry.isDirectory()) copyFolder(from, to, file, skip);
    else copyFile(path.join(from, file), path.join(to, file));
  }
}

function copyFile(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (error) {
    // Another disk, or one that knows no links.
    if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    copyFileSync(from, to);
  }
}
