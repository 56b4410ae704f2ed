import type { InboundPart, MediaKind } from '@recado/sdk'
import { listOf, readCards } from '@recado/sdk/server'
import * as z from 'zod'
import { refOf, type FileType } from '../media/reference.ts'
import { count, flag, words } from './fields.ts'

/* A message of WhatsApp as whatsmeow writes it, the names of its fields in lower case. */

const longest = 65_536
const most = 50
const cut = (text: string | undefined, length = longest): string => (text ?? '').slice(0, length)
const text = (...lines: readonly (string | undefined)[]): InboundPart[] => {
  const said = cut(lines.filter(Boolean).join('\n'))
  return said === '' ? [] : [{ kind: 'text', text: said, format: 'markdown' }]
}
const unsupported = (note: string): InboundPart[] => [{ kind: 'unsupported', note: note.slice(0, 500) }]

/** One kind of content: the field that holds it, and what it says. */
const kind = <T extends z.ZodType>(schema: T, parts: (content: z.output<T>) => InboundPart[]) => ({
  parts: (content: unknown): InboundPart[] | undefined => {
    const read = schema.safeParse(content)
    return read.success ? parts(read.data) : undefined
  },
})

const File = z.object({
  url: words,
  directpath: words,
  mediakey: words,
  filesha256: words,
  fileencsha256: words,
  filelength: count,
  mimetype: words,
  caption: words,
  filename: words,
  title: words,
  seconds: count,
  width: count,
  height: count,
  ptt: flag,
})

const positive = (value: number | undefined): number | undefined =>
  Number.isSafeInteger(value) && value! > 0 ? value : undefined

function file(type: FileType, as: (found: z.output<typeof File>) => MediaKind) {
  return kind(File, (found) => {
    const ref = refOf({
      t: type,
      u: found.url || undefined,
      p: found.directpath || undefined,
      k: found.mediakey ?? '',
      s: found.filesha256 || undefined,
      e: found.fileencsha256 || undefined,
      l: positive(found.filelength),
      m: found.mimetype?.slice(0, 100),
    })
    const caption = cut(found.caption)
    if (ref === undefined) return [...unsupported(as(found)), ...text(caption)]
    const name = found.filename || found.title
    const [bytes, seconds] = [positive(found.filelength), positive(found.seconds)]
    const [width, height] = [positive(found.width), positive(found.height)]
    return [
      {
        kind: 'remoteMedia',
        as: as(found),
        ref,
        ...(found.mimetype && { mime: cut(found.mimetype, 255) }),
        ...(type === 'document' && name && { name: cut(name, 255) }),
        ...(caption !== '' && { caption }),
        ...(bytes !== undefined && { bytes }),
        ...(seconds !== undefined && { seconds }),
        ...(width !== undefined && { width }),
        ...(height !== undefined && { height }),
      },
    ]
  })
}

const place = kind(
  z.object({
    degreeslatitude: z.number().min(-90).max(90).catch(0),
    degreeslongitude: z.number().min(-180).max(180).catch(0),
    name: words,
    address: words,
  }),
  ({ degreeslatitude: lat, degreeslongitude: lng, name, address }) => [
    {
      kind: 'location',
      lat,
      lng,
      ...(name && { name: cut(name, 1_000) }),
      ...(address && { address: cut(address, 1_000) }),
    },
  ],
)

const Card = z.object({ vcard: words, displayname: words })

function people(cards: readonly z.output<typeof Card>[]): InboundPart[] {
  const contacts = cards
    .slice(0, most)
    .flatMap(({ vcard, displayname }) => {
      const read = readCards(cut(vcard))
      return read.length > 0 ? read : displayname ? [{ name: displayname, phones: [] }] : []
    })
    .slice(0, most)
    .map((card) => ({ ...card, name: cut(card.name, 200) }))
  return contacts.length > 0 ? [{ kind: 'contacts', contacts }] : unsupported('contact')
}

function answer(id: string | undefined, label: string | undefined, hint?: string): InboundPart[] {
  const shown = cut(label || id, 1_000)
  if (shown === '') return []
  return [
    { kind: 'interactiveReply', id: cut(id || shown, 1_000), label: shown, ...(hint && { hint: cut(hint, 1_000) }) },
  ]
}

const Poll = z.object({
  name: words,
  options: listOf(z.object({ optionname: words })),
  selectableoptionscount: z.number().catch(0),
})
const poll = kind(Poll, ({ name, options, selectableoptionscount: choices }): InboundPart[] =>
  options.length === 0
    ? text(name)
    : [
        {
          kind: 'poll',
          question: cut(name, 2_000),
          options: options.slice(0, most).map(({ optionname }) => cut(optionname, 1_000)),
          several: choices !== 1,
        },
      ],
)
const Said = z.object({ text: words }).catch({ text: undefined })

/** Kinds of content by the field of a message that holds them. */
const kinds: Readonly<Record<string, { parts(content: unknown): InboundPart[] | undefined }>> = {
  conversation: kind(z.string(), text),
  extendedtextmessage: kind(z.object({ text: words }), (found) => text(found.text)),
  imagemessage: file('image', () => 'image'),
  videomessage: file('video', () => 'video'),
  ptvmessage: file('video', () => 'video'),
  audiomessage: file('audio', ({ ptt }) => (ptt ? 'voice' : 'audio')),
  documentmessage: file('document', () => 'document'),
  stickermessage: file('image', () => 'sticker'),
  locationmessage: place,
  livelocationmessage: place,
  contactmessage: kind(Card, (card) => people([card])),
  contactsarraymessage: kind(z.object({ contacts: listOf(Card) }), ({ contacts }) => people(contacts)),
  pollcreationmessage: poll,
  pollcreationmessagev2: poll,
  pollcreationmessagev3: poll,
  buttonsresponsemessage: kind(z.looseObject({ selectedbuttonid: words }), (found) =>
    answer(found.selectedbuttonid, labelIn(found)),
  ),
  listresponsemessage: kind(
    z.object({
      title: words,
      description: words,
      singleselectreply: z.object({ selectedrowid: words }).optional().catch(undefined),
    }),
    ({ title, description, singleselectreply }) => answer(singleselectreply?.selectedrowid, title, description),
  ),
  templatebuttonreplymessage: kind(z.object({ selectedid: words, selecteddisplaytext: words }), (found) =>
    answer(found.selectedid, found.selecteddisplaytext),
  ),
  interactiveresponsemessage: kind(z.object({ body: Said }), ({ body }) => text(body.text)),
  buttonsmessage: kind(
    z.object({
      contenttext: words,
      buttons: listOf(z.object({ buttontext: z.object({ displaytext: words }).catch({ displaytext: undefined }) })),
    }),
    ({ contenttext, buttons }) =>
      text(contenttext, ...buttons.slice(0, most).map(({ buttontext }) => `○ ${cut(buttontext.displaytext, 500)}`)),
  ),
  listmessage: kind(
    z.object({
      title: words,
      description: words,
      sections: listOf(z.object({ rows: listOf(z.object({ title: words })) })),
    }),
    ({ title, description, sections }) =>
      text(
        title,
        description,
        ...sections
          .flatMap(({ rows }) => rows)
          .slice(0, most)
          .map((row) => `○ ${cut(row.title, 500)}`),
      ),
  ),
  templatemessage: kind(
    z.object({ hydratedtemplate: z.object({ hydratedcontenttext: words }).catch({ hydratedcontenttext: undefined }) }),
    ({ hydratedtemplate }) => text(hydratedtemplate.hydratedcontenttext),
  ),
  interactivemessage: kind(z.object({ body: Said }), ({ body }) => text(body.text)),
  groupinvitemessage: kind(z.object({ caption: words, groupname: words, invitecode: words }), (found) =>
    text(found.caption, found.groupname, found.invitecode && `https://chat.whatsapp.com/${cut(found.invitecode, 100)}`),
  ),
  productmessage: kind(z.object({ product: z.object({ title: words, description: words, url: words }) }), (found) =>
    text(found.product.title, found.product.description, found.product.url),
  ),
  ordermessage: kind(z.object({ ordertitle: words, message: words }), (found) => text(found.ordertitle, found.message)),
  eventmessage: kind(z.object({ name: words, description: words, joinlink: words }), (found) =>
    text(found.name, found.description, found.joinlink),
  ),
}

/** The label of a pressed button stands beside its id, or one level deeper in newer builds. */
function labelIn(found: Readonly<Record<string, unknown>>): string | undefined {
  const Label = z.object({ selecteddisplaytext: z.string() })
  const inside = z.object({ response: Label }).safeParse(found).data
  return inside?.response.selecteddisplaytext ?? Label.safeParse(found).data?.selecteddisplaytext
}

/** Envelopes around a message; what is inside is what was sent. */
const envelopes = [
  'ephemeralmessage',
  'viewoncemessage',
  'viewoncemessagev2',
  'viewoncemessagev2extension',
  'documentwithcaptionmessage',
  'editedmessage',
  'groupmentionedmessage',
  'botinvokemessage',
  'lottiestickermessage',
  'devicesentmessage',
] as const
const Inside = z.object({ message: z.record(z.string(), z.unknown()) })

/** The fields of a message, out of its envelopes. */
export function unwrapped(message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let inner = message
  // Deeper than this nothing is nested; a delivery that is nested without end is cut.
  for (let depth = 0; depth < 8; depth++) {
    const next = envelopes.map((name) => Inside.safeParse(inner[name]).data?.message).find((found) => found)
    if (!next) break
    inner = next
  }
  return inner
}

/** What people do not see: keys, settings, votes, and what is read elsewhere. */
const silent = new Set([
  'protocolmessage',
  'reactionmessage',
  'encreactionmessage',
  'senderkeydistributionmessage',
  'fastratchetkeysenderkeydistributionmessage',
  'pollupdatemessage',
  'keepinchatmessage',
  'pininchatmessage',
  'messagecontextinfo',
  'messagehistorybundle',
  'albummessage',
  'secretencryptedmessage',
  'enccommentmessage',
  'enceventresponsemessage',
])

/** The content of a message, out of its envelopes, as parts. None for what people do not see. */
export function partsOf(inner: Readonly<Record<string, unknown>>): InboundPart[] {
  const said = Object.entries(inner).filter(
    ([name, content]) => content !== null && content !== undefined && !silent.has(name),
  )
  for (const [name, content] of said) {
    const parts = Object.hasOwn(kinds, name) ? kinds[name]!.parts(content) : undefined
    if (parts && parts.length > 0) return parts
  }
  const [first] = said
  return first === undefined || Object.hasOwn(kinds, first[0]) ? [] : unsupported(first[0])
}
