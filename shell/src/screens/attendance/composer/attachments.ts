import { fileFault, fileLimits, type ChannelCapabilities } from '../../../base/contracts.ts'
import type { Attachment } from '../../../data/messages/kept-file.ts'

/** Results for newly picked files. `tooLarge` by the limit that they exceed, in bytes. */
export interface Picked {
  accepted: File[]
  tooLarge: Map<number, File[]>
  overTotal: File[]
  unsupported: File[]
  broken: File[]
}

/**
 * Sorts newly picked files into what can be sent with those already there and what cannot, by name. The server holds
 * the same limits.
 */
export function pickFiles(
  present: readonly Attachment[],
  added: readonly File[],
  capabilities: Pick<ChannelCapabilities, 'media'>,
  broken: ReadonlySet<File> = new Set(),
): Picked {
  const picked: Picked = { accepted: [], tooLarge: new Map(), overTotal: [], unsupported: [], broken: [] }
  let total = present.reduce((sum, file) => sum + file.size, 0)
  for (const file of added) {
    const fault = fileFault(file, capabilities)
    if (fault?.kind === 'unsupported') picked.unsupported.push(file)
    else if (fault) picked.tooLarge.set(fault.limit, [...(picked.tooLarge.get(fault.limit) ?? []), file])
    else if (broken.has(file)) picked.broken.push(file)
    else if (total + file.size > fileLimits.total || present.length + picked.accepted.length >= fileLimits.count)
      picked.overTotal.push(file)
    else {
      picked.accepted.push(file)
      total += file.size
    }
  }
  return picked
}

/** The same files with one of them at another place, counted from 0. */
export function moved(files: readonly Attachment[], file: Attachment, to: number): readonly Attachment[] {
  const others = files.filter((one) => one !== file)
  return others.length === files.length || to < 0 || to >= files.length
    ? files
    : [...others.slice(0, to), file, ...others.slice(to)]
}

/** First bytes of the common types of picture; `null` matches any byte. */
const beginnings: Readonly<Record<string, readonly (readonly (number | null)[])[]>> = {
  'image/png': [[0x89, 0x50, 0x4e, 0x47]],
  'image/jpeg': [[0xff, 0xd8, 0xff]],
  'image/gif': [[0x47, 0x49, 0x46, 0x38]],
  'image/webp': [[0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
}
const known = Object.values(beginnings).flat()

/**
 * S5-045: files that are called a picture and are none. A picture that is called by the name of another kind is one.
 */
export async function brokenImages(files: readonly File[]): Promise<Set<File>> {
  const checked = await Promise.all(
    files.map(async (file) => {
      if (!Object.hasOwn(beginnings, file.type)) return []
      const head = new Uint8Array(await file.slice(0, 12).arrayBuffer())
      return known.some((beginning) => beginning.every((byte, index) => byte === null || head[index] === byte))
        ? []
        : [file]
    }),
  )
  return new Set(checked.flat())
}
