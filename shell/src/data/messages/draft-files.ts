import type { AttachmentShelf } from './attachment-shelf.ts'
import type { DraftStore } from './drafts.ts'
import { KeptFile, uploadOf, type Attachment } from './kept-file.ts'
import type { Uploads } from './uploads.ts'

export interface DraftFilesDeps {
  readonly drafts: DraftStore
  readonly attachments: AttachmentShelf
  readonly uploads: Pick<Uploads, 'subscribe' | 'of' | 'begin' | 'release'>
}

/** By what name the server knows a file, as soon as it does. */
export const nameOf = (uploads: Pick<Uploads, 'of'>, file: Attachment): string =>
  uploadOf(uploads.of(file))?.name ?? file.name

/** Of the names of a draft's files those that nothing attached bears: two files of one name are two. */
export function missingNames(named: readonly string[], present: readonly string[]): string[] {
  const left = [...present]
  return named.filter((name) => {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

/**
 * Synchronises the attachments of a ticket with the files of its draft, both ways: files attached before a reload or on
 * another device are attached here, and files attached here are in the draft once the server has them. A draft never
 * removes a file that is being uploaded. Answers a function that ends it.
 */
export function joinDraftFiles({ drafts, attachments, uploads }: DraftFilesDeps): () => void {
  /** By ticket: the last state common to both sides. */
  const agreed = new Map<string, string>()
  const seen = new Map<string, unknown>()
  const idOf = (file: Attachment) => uploadOf(uploads.of(file))?.id
  const shape = (files: readonly Attachment[]) =>
    JSON.stringify(files.map((file) => [nameOf(uploads, file), idOf(file)]))

  const write = () => {
    for (const ticketId of new Set([...attachments.tickets(), ...agreed.keys()])) {
      const { files } = attachments.of(ticketId)
      const now = shape(files)
      if (now === (agreed.get(ticketId) ?? '[]')) continue
      agreed.set(ticketId, now)
      drafts.set(ticketId, {
        files: files.map((file) => nameOf(uploads, file)),
        uploads: files.flatMap((file) => uploadOf(uploads.of(file)) ?? []),
      })
    }
  }

  const read = () => {
    for (const ticketId of new Set([...drafts.tickets(), ...seen.keys()])) {
      const wanted = drafts.uploadsOf(ticketId)
      if (seen.get(ticketId) === wanted) continue
      seen.set(ticketId, wanted)
      const { files } = attachments.of(ticketId)
      const fresh = (file: Attachment): Attachment => {
        const upload = file instanceof KeptFile ? wanted.find(({ id }) => id === file.upload.id) : undefined
        return file instanceof KeptFile && upload && upload.path !== file.upload.path ? new KeptFile(upload) : file
      }
      const isSame =
        JSON.stringify(files.flatMap((file) => idOf(file) ?? [])) === JSON.stringify(wanted.map(({ id }) => id))
      const next = isSame
        ? files.map(fresh)
        : [
            ...wanted.map((upload) => fresh(files.find((file) => idOf(file) === upload.id) ?? new KeptFile(upload))),
            ...files.filter((file) => idOf(file) === undefined),
          ]
      uploads.begin(ticketId, next)
      agreed.set(ticketId, shape(next))
      if (next.length === files.length && next.every((file, index) => file === files[index])) continue
      attachments.change(ticketId, { files: next })
      uploads.release(files.filter((file) => !next.includes(file)))
    }
  }

  read()
  const stops = [drafts.subscribe(read), attachments.subscribe(write), uploads.subscribe(write)]
  return () => {
    for (const stop of stops) stop()
  }
}
