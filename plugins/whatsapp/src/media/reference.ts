import * as z from 'zod'

/** Kinds of files by the keys that encrypt them. */
export const fileTypes = ['image', 'video', 'audio', 'document', 'sticker', 'history'] as const
export type FileType = (typeof fileTypes)[number]
/** Files that are sent; a piece of the past is only received. */
export type SentFileType = Exclude<FileType, 'history'>

const base64 = z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)

/** What a download needs: where the encrypted file lies, and what opens it. */
const FileReference = z.object({
  t: z.enum(fileTypes),
  /** Path below WhatsApp's own host, or a whole address. */
  p: z.string().max(1_000).optional(),
  u: z
    .url({ protocol: /^https?$/ })
    .max(1_000)
    .optional(),
  k: base64.max(44),
  e: base64.max(44).optional(),
  l: z.int().nonnegative().optional(),
})
export type FileReference = z.output<typeof FileReference>

interface Facts {
  readonly url?: string | null
  readonly directPath?: string | null
  readonly mediaKey?: Uint8Array | null
  readonly fileEncSha256?: Uint8Array | null
  readonly fileLength?: number | { toString(): string } | null
}

/** The reference that core keeps for a file; undefined where it cannot be fetched. */
export function refOf(
  type: FileType,
  { url, directPath, mediaKey, fileEncSha256, fileLength }: Facts,
): string | undefined {
  if (mediaKey?.length !== 32) return undefined
  const length = Number(fileLength ?? 0)
  const parsed = FileReference.safeParse({
    t: type,
    ...(directPath && { p: directPath }),
    ...(url && !directPath && { u: url }),
    k: Buffer.from(mediaKey).toString('base64'),
    ...(fileEncSha256?.length === 32 && { e: Buffer.from(fileEncSha256).toString('base64') }),
    ...(Number.isSafeInteger(length) && length > 0 && { l: length }),
  })
  if (!parsed.success || (parsed.data.p === undefined && parsed.data.u === undefined)) return undefined
  const ref = JSON.stringify(parsed.data)
  return ref.length <= 2_000 ? ref : undefined
}

/** Undefined for what is no reference of ours. */
export function readRef(ref: string): FileReference | undefined {
  try {
    return FileReference.safeParse(JSON.parse(ref)).data
  } catch {
    return undefined
  }
}
