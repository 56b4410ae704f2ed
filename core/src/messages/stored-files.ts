import {
  fileLimits,
  mediaKindOf,
  mint,
  Refusal,
  type ChannelCapabilities,
  type MediaId,
  type MediaInfo,
  type OutgoingPart,
  type OutgoingTemplatePart,
  type Part,
  type StoredFilePart,
} from '@recado/contracts'
import type { SignedMedia, SignedPath } from '../media/store.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const signedPath = /^\/media\/([^/?#]+)\/([^/?#]+)\/([^/?#]+)\?([^#]+)$/

/** Parts of a signed path; undefined for any other path. */
function readPath(path: string): SignedPath | undefined {
  const [, tenantId, mediaId, name, query] = signedPath.exec(path) ?? []
  if (tenantId === undefined || mediaId === undefined || name === undefined) return undefined
  const signature = new URLSearchParams(query)
  try {
    return {
      tenantId,
      mediaId,
      name: decodeURIComponent(name),
      expires: signature.get('e') ?? '',
      signature: signature.get('s') ?? '',
    }
  } catch {
    return undefined
  }
}

/** Proofs of the right to files that a message names. */
export interface FileProofs {
  readonly media: Pick<SignedMedia, 'resolve'>
  /** Whether a message of the conversation, which the caller may see, was made from a template with this file. */
  readonly sentBefore: (header: string) => Promise<boolean>
}

/**
 * The parts to send, with the files themselves in place of the paths that prove the right to them.
 * @throws Refusal ERR_NO_MEDIA_FOUND for a path that is none, not this company's, or not valid any more
 */
export function withStoredFiles(
  proofs: FileProofs,
  tenantId: string,
  parts: readonly OutgoingPart[],
  capabilities: ChannelCapabilities,
): Promise<Part[]> {
  return Promise.all(
    parts.map(async (part): Promise<Part> => {
      if (part.kind === 'storedFile') return storedFile(proofs.media, tenantId, part, capabilities)
      return part.kind === 'template' ? templateOf(proofs, tenantId, part) : part
    }),
  )
}

async function templateOf(proofs: FileProofs, tenantId: string, given: OutgoingTemplatePart): Promise<Part> {
  const { header, ...part } = given
  if (header === undefined) return part
  const isKnown = uuid.test(header) && (await proofs.sentBefore(header))
  return { ...part, header: mint<MediaId>(isKnown ? header : (await fileAt(proofs.media, tenantId, header)).id) }
}

async function storedFile(
  media: Pick<SignedMedia, 'resolve'>,
  tenantId: string,
  { path, as, caption }: StoredFilePart,
  capabilities: ChannelCapabilities,
): Promise<Part> {
  const file = await fileAt(media, tenantId, path)
  return {
    kind: 'media',
    as: as ?? mediaKindOf(file.mime, capabilities),
    media: mint<MediaId>(file.id),
    mime: file.mime,
    bytes: file.bytes,
    ...(file.name !== null && { name: file.name }),
    ...(caption !== undefined && caption.trim() !== '' && { caption }),
  }
}

/**
 * Files that were uploaded before, by the paths that prove the right to them, in their order. @throws Refusal
 * ERR_NO_MEDIA_FOUND as above
 */
export const attachedFiles = (
  media: Pick<SignedMedia, 'resolve'>,
  tenantId: string,
  paths: readonly string[],
): Promise<MediaInfo[]> => Promise.all(paths.map((path) => fileAt(media, tenantId, path)))

/**
 * The limits of one message (S5-039), whichever way its files came: uploaded before, along with it, or kept already.
 * @throws Refusal ERR_FILE_TOO_LARGE, ERR_VALIDATION for too many
 */
export function requireWithinLimits(files: readonly { readonly bytes: number }[], parts: readonly Part[]): void {
  const kept = parts.reduce((sum, part) => sum + (part.kind === 'media' ? (part.bytes ?? 0) : 0), 0)
  if (files.reduce((sum, { bytes }) => sum + bytes, kept) > fileLimits.total)
    throw new Refusal('ERR_FILE_TOO_LARGE', { limit: fileLimits.total })
  if (files.length > fileLimits.count)
    throw new Refusal('ERR_VALIDATION', {
      issues: [{ path: 'body.attachments', message: `More than ${fileLimits.count} files in one message` }],
    })
}

async function fileAt(media: Pick<SignedMedia, 'resolve'>, tenantId: string, path: string): Promise<MediaInfo> {
  const signed = readPath(path)
  const file = signed?.tenantId === tenantId ? await media.resolve(signed) : undefined
  if (!file) throw new Refusal('ERR_NO_MEDIA_FOUND')
  return file
}
