import type { InboundPart, MediaKind } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { words } from './fields.ts'
import { refOf } from './reference.ts'

const Payload = z.object({
  url: words,
  title: words,
  sticker_id: z.coerce.string().optional().catch(undefined),
  coordinates: z.object({ lat: z.number(), long: z.number() }).optional().catch(undefined),
})
const Attachment = z.object({ type: z.string().max(100), title: words, url: words, payload: Payload.catch({}) })
type Attachment = z.output<typeof Attachment>

/** The content of a message; the rest of it is read where it is used. */
export const Content = z.object({
  text: words,
  attachments: listOf(Attachment),
  quick_reply: z
    .object({ payload: z.string().max(1_000) })
    .optional()
    .catch(undefined),
  reply_to: z
    .object({ mid: words, story: z.object({ id: words, url: words }).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  is_unsupported: z.boolean().optional().catch(undefined),
})
export type Content = z.output<typeof Content>

const files: Readonly<Record<string, MediaKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  file: 'document',
  sticker: 'sticker',
  // Reels and stories are videos or pictures; core looks at the bytes.
  reel: 'video',
  ig_reel: 'video',
  story_mention: 'image',
}

const text = (said: string): InboundPart => ({ kind: 'text', text: said, format: 'plain' })
const unsupported = (note: string): InboundPart => ({ kind: 'unsupported', note: note.slice(0, 500) })

function partOf({ type, title, url, payload }: Attachment): InboundPart {
  if (type === 'location' && payload.coordinates) {
    const { lat, long: lng } = payload.coordinates
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180)
      return { kind: 'location', lat, lng, ...(title !== undefined && { name: title.slice(0, 200) }) }
  }
  const as = Object.hasOwn(files, type) ? files[type] : undefined
  const ref = payload.url === undefined ? undefined : refOf(payload.url)
  const caption = type === 'story_mention' ? '@' : undefined
  if (as && ref) return { kind: 'remoteMedia', as, ref, ...(caption !== undefined && { caption }) }
  // Posts and links: words and an address, which people open.
  const link = payload.url ?? url
  const said = [payload.title ?? title, link].filter((piece) => piece !== undefined && piece !== '').join('\n')
  return said === '' ? unsupported(type) : text(said)
}

/** The parts of a message. What Meta could not hand over, and what nobody knows yet, is kept as such. */
export function partsOf(content: Content): [InboundPart, ...InboundPart[]] {
  const { quick_reply: chosen, text: said, reply_to: answered } = content
  const story = answered?.story?.url === undefined ? undefined : refOf(answered.story.url)
  const parts: InboundPart[] = [
    ...(story === undefined ? [] : [{ kind: 'remoteMedia', as: 'image', ref: story } as const]),
    ...content.attachments.map(partOf),
    ...(said === undefined || said === ''
      ? []
      : [chosen ? ({ kind: 'interactiveReply', id: chosen.payload, label: said } as const) : text(said)]),
  ]
  const [first, ...others] = parts
  return first ? [first, ...others] : [unsupported(content.is_unsupported ? 'unsupported' : 'empty')]
}
