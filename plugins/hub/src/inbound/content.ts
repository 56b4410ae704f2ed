import type { InboundPart, MediaKind } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { refOf } from './file.ts'

const words = z.string().optional().catch(undefined)

const Content = z.looseObject({
  type: z.string().max(100),
  text: words,
  fileUrl: words,
  fileMimeType: words,
  fileName: words,
  fileCaption: words,
  latitude: z.coerce.number().min(-90).max(90).optional().catch(undefined),
  longitude: z.coerce.number().min(-180).max(180).optional().catch(undefined),
  name: words,
  address: words,
})
type Content = z.output<typeof Content>
export const Contents = listOf(Content)

const text = (said: string): InboundPart => ({ kind: 'text', text: said, format: 'plain' })

/** Types of the hub and the kinds of its file types, which are a word as often as a type. */
function kindOf({ type, fileMimeType = '' }: Content): MediaKind {
  for (const word of [type, fileMimeType.split('/', 1)[0]!])
    if (word === 'image' || word === 'video' || word === 'audio' || word === 'sticker') return word
  return type === 'voice' ? 'voice' : 'document'
}

function partOf(content: Content): InboundPart | undefined {
  const { type, text: said, fileUrl, fileMimeType: mime, fileName: name, fileCaption: caption } = content
  if (fileUrl !== undefined) {
    const ref = refOf(fileUrl)
    if (ref !== undefined)
      return {
        kind: 'remoteMedia',
        as: kindOf(content),
        ref,
        ...(mime?.includes('/') && { mime: mime.slice(0, 255) }),
        ...(name && { name: name.slice(0, 255) }),
        ...(caption && { caption }),
      }
  }
  if (content.latitude !== undefined && content.longitude !== undefined)
    return {
      kind: 'location',
      lat: content.latitude,
      lng: content.longitude,
      ...(content.name && { name: content.name.slice(0, 200) }),
      ...(content.address && { address: content.address.slice(0, 500) }),
    }
  if (said !== undefined && said !== '') return text(said)
  return { kind: 'unsupported', note: type }
}

/** The parts of a message; one that holds nothing is kept as such. */
export function partsOf(contents: readonly Content[]): [InboundPart, ...InboundPart[]] {
  const [first, ...others] = contents.flatMap((content) => partOf(content) ?? [])
  return first ? [first, ...others] : [{ kind: 'unsupported', note: 'empty' }]
}
