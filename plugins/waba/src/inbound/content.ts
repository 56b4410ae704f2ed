import type { InboundPart, MediaKind, RemoteMediaPart } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import { GraphError, sentenceOf } from '../api/failure.ts'
import { callPermission, CallPermission } from './call-permission.ts'
import { saidWords, words } from './fields.ts'
import { flowAnswers, orderText } from './readable.ts'
import { refOf } from './media-ref.ts'

type Reader = (value: unknown) => InboundPart[] | undefined
const reader =
  <T>(schema: z.ZodType<T>, parts: (value: T) => InboundPart[]): Reader =>
  (value) => {
    const read = schema.safeParse(value)
    return read.success ? parts(read.data) : undefined
  }

const File = z.object({
  id: z.coerce.string().min(1).max(200),
  mime_type: words,
  sha256: words,
  caption: words,
  filename: words,
  voice: z.boolean().optional().catch(undefined),
})
const Place = z.object({
  latitude: z.coerce.number().min(-90).max(90),
  longitude: z.coerce.number().min(-180).max(180),
  name: saidWords,
  address: saidWords,
  url: saidWords,
})
const Card = z.object({
  name: z
    .object({
      formatted_name: saidWords,
      prefix: saidWords,
      first_name: saidWords,
      middle_name: saidWords,
      last_name: saidWords,
      suffix: saidWords,
    })
    .optional()
    .catch(undefined),
  phones: listOf(z.object({ phone: saidWords, wa_id: saidWords })),
  emails: listOf(z.object({ email: saidWords })),
  org: z.object({ company: saidWords, department: saidWords }).optional().catch(undefined),
})
const choiceId = z.preprocess((id) => (typeof id === 'number' ? String(id) : id), saidWords)
const Choice = z
  .object({ id: choiceId, title: saidWords, description: saidWords })
  .transform(({ id, title, description }) => {
    const label = title ?? description ?? id
    return label === undefined
      ? undefined
      : { id: id ?? label, label, ...(title !== undefined && description !== undefined && { hint: description }) }
  })
const Interactive = z.object({
  type: z.string(),
  button_reply: Choice.optional().catch(undefined),
  list_reply: Choice.optional().catch(undefined),
  nfm_reply: z.object({ body: words, response_json: words }).optional().catch(undefined),
  call_permission_reply: CallPermission.optional().catch(undefined),
})
const Order = z.object({
  text: words,
  product_items: listOf(
    z.object({
      product_retailer_id: z.coerce.string(),
      quantity: z.coerce.number(),
      item_price: z.coerce.number().optional().catch(undefined),
      currency: words,
    }),
  ),
})

function remote(
  as: MediaKind,
  { id, mime_type: mime, sha256, caption, filename: name }: z.output<typeof File>,
): RemoteMediaPart {
  return {
    kind: 'remoteMedia',
    as,
    ref: refOf({ id, sha256 }),
    ...(caption !== undefined && caption !== '' && { caption }),
    ...(mime !== undefined && { mime: mime.slice(0, 255) }),
    ...(name !== undefined && name !== '' && { name: name.slice(0, 255) }),
  }
}
const media = (as: MediaKind): Reader => reader(File, (file) => [remote(as, file)])
/** A business gives the address of its site with the one of its street. */
function place({ latitude: lat, longitude: lng, name, address: street, url }: z.output<typeof Place>): InboundPart[] {
  const address = [street, url].filter((line) => line !== undefined).join('\n')
  return [{ kind: 'location', lat, lng, ...(name !== undefined && { name }), ...(address !== '' && { address }) }]
}
const text = (said: string): InboundPart => ({ kind: 'text', text: said, format: 'markdown' })

function cards(list: readonly z.output<typeof Card>[]): InboundPart[] {
  const contacts = list.map(({ name, phones, emails, org }) => {
    const numbers = phones.flatMap(({ phone, wa_id: id }) => phone ?? (id === undefined ? [] : `+${id}`))
    const addresses = emails.flatMap(({ email }) => email ?? [])
    const organisation = org?.company ?? org?.department
    const { prefix, first_name: first, middle_name: middle, last_name: last, suffix } = name ?? {}
    return {
      name:
        name?.formatted_name ??
        ([prefix, first, middle, last, suffix].filter(Boolean).join(' ') ||
          (organisation ?? numbers[0] ?? addresses[0] ?? '?')),
      phones: numbers,
      ...(addresses.length > 0 && { emails: addresses }),
      ...(organisation && { organisation }),
    }
  })
  return contacts.length === 0 ? [] : [{ kind: 'contacts', contacts }]
}

function chosen({
  type,
  button_reply: button,
  list_reply: row,
  nfm_reply: form,
  call_permission_reply: permission,
}: z.output<typeof Interactive>): InboundPart[] {
  const choice = button ?? row
  if (choice) return [{ kind: 'interactiveReply', ...choice }]
  if (permission) return [callPermission(permission)]
  return form
    ? [text(flowAnswers(form.body, form.response_json))]
    : [{ kind: 'unsupported', note: `interactive ${type}`.slice(0, 500) }]
}

/** By the type of a message. */
const readers: Readonly<Record<string, Reader>> = {
  text: reader(z.object({ body: z.string().min(1) }), ({ body }) => [text(body)]),
  image: media('image'),
  video: media('video'),
  audio: reader(File, (file) => [remote(file.voice === true ? 'voice' : 'audio', file)]),
  document: media('document'),
  sticker: media('sticker'),
  // A file of a history import, which a later delivery of the same message names, or none if it is older than 14 days.
  media_placeholder: () => [{ kind: 'pendingMedia', as: 'document', state: 'unavailable' }],
  location: reader(Place, place),
  contacts: reader(z.array(z.unknown()), (list) => cards(listOf(Card).parse(list))),
  interactive: reader(Interactive, chosen),
  button: reader(z.object({ payload: words, text: z.string() }), ({ payload, text: label }) => [
    { kind: 'interactiveReply', id: payload ?? label, label },
  ]),
  order: reader(Order, (order) => [text(orderText(order.product_items, order.text))]),
}

const Named = z.object({ type: words })
const families: Readonly<Record<string, MediaKind>> = { image: 'image', video: 'video', audio: 'audio' }
/** A kind that does not exist yet may still be a file, as round videos were. */
const fileOf = reader(File.extend({ mime_type: z.string().min(3) }), (file) => [
  remote(families[file.mime_type.split('/', 1)[0]!] ?? 'document', file),
])

/**
 * Content of a message. An unknown kind, or one that WhatsApp itself could not deliver, is kept as such: the customer
 * has sent something.
 */
export function contentOf(type: string, message: Readonly<Record<string, unknown>>): [InboundPart, ...InboundPart[]] {
  const read = Object.hasOwn(readers, type)
    ? readers[type]!(message[type])
    : Object.hasOwn(message, type)
      ? fileOf(message[type])
      : undefined
  const [first, ...others] = read ?? []
  if (first) return [first, ...others]
  const [error] = listOf(GraphError).parse(message['errors'])
  const kind = [type, Named.safeParse(message[type]).data?.type].filter(Boolean).join(' ')
  return [{ kind: 'unsupported', note: (error === undefined ? kind : `${kind}: ${sentenceOf(error)}`).slice(0, 500) }]
}
