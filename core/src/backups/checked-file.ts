import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from './files-below.ts'
import { inParallel } from '../base/in-parallel.ts'

/** Content of a file as measured while it was written or read. */
export interface CheckedFile {
  readonly bytes: number
  readonly sha256: string
}

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Writes a new file and adds up what it holds. That it reaches the disk is for {@link syncBelow}: one by one, thousands
 * of small files would wait for it. A source that fails leaves the beginning: the caller clears the whole folder away.
 */
export async function writeChecked(path: string, source: Pieces, mode = 0o600): Promise<CheckedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', mode)
  try {
    for await (const piece of source) {
      hash.update(piece)
      bytes += piece.length
      await file.writeFile(piece)
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Adds up what a file holds, without keeping it. */
export async function readChecked(source: Pieces): Promise<CheckedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of source) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

const syncsAtOnce = 16

/** Resolves when every file below a folder has reached the disk. */
export async function syncBelow(folder: string): Promise<void> {
  await inParallel(filesBelow(folder), syncsAtOnce, async ({ path, kind }) => {
    if (kind === 'link') return
    const file = await open(join(folder, path), 'r')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
  })
}
