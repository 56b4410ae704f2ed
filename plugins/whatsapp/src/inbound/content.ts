import type { InboundPart, MediaKind } from '@recado/sdk'
import { readCards } from '@recado/sdk/server'
import { proto } from 'baileys'
import { optionsOf, pollIn } from '../polls/poll.ts'
import { refOf, type FileType } from '../media/reference.ts'

type Message = proto.IMessage
type File = Pick<
  proto.Message.IImageMessage &
    proto.Message.IVideoMessage &
    proto.Message.IDocumentMessage &
    proto.Message.IAudioMessage,
  | 'url'
  | 'directPath'
  | 'mediaKey'
  | 'fileEncSha256'
  | 'fileSha256'
  | 'fileLength'
  | 'mimetype'
  | 'caption'
  | 'fileName'
  | 'seconds'
  | 'width'
  | 'height'
>

const longest = 65_536
const mostChoices = 100
const cut = (text: string | null | undefined, length = longest): string => (text ?? '').slice(0, length)
const positive = (value: number | null | undefined): number | undefined =>
  Number.isSafeInteger(value) && value! > 0 ? value! : undefined

const text = (words: string | null | undefined): InboundPart[] =>
  words ? [{ kind: 'text', text: cut(words), format: 'markdown' }] : []
const unsupported = (note: string): InboundPart[] => [{ kind: 'unsupported', note: note.slice(0, 500) }]

/** Envelopes around a message; what is inside is what was sent. */
const envelopes = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'lottieStickerMessage',
  'deviceSentMessage',
  'pollCreationMessageV4',
  'questionMessage',
  'questionReplyMessage',
  'botForwardedMessage',
  'commentMessage',
  'associatedChildMessage',
] as const
const deepest = 8

/** Kinds of a second copy of a file, in another quality or format: the first one is there already. */
const secondCopies: readonly (number | undefined | null)[] = [
  proto.MessageAssociation.AssociationType.HD_VIDEO_DUAL_UPLOAD,
  proto.MessageAssociation.AssociationType.HD_IMAGE_DUAL_UPLOAD,
  proto.MessageAssociation.AssociationType.HEVC_VIDEO_DUAL_UPLOAD,
  proto.MessageAssociation.AssociationType.MOTION_PHOTO,
]

/** Such a copy comes in an envelope of its own: without one it is what was sent. */
function isSecondCopy(message: Message | null | undefined): boolean {
  const child = message?.associatedChildMessage?.message
  const kinds = [message, child].map((one) => one?.messageContextInfo?.messageAssociation?.associationType)
  return child != null && kinds.some((kind) => secondCopies.includes(kind))
}

/** The message in its envelopes, and whether it may be looked at once only. */
export function unwrapped(message: Message | null | undefined): { readonly inner: Message; readonly once: boolean } {
  let inner: Message = message ?? {}
  let once = false
  for (let depth = 0; depth < deepest; depth++) {
    const name = envelopes.find((envelope) => inner[envelope]?.message)
    if (name === undefined) break
    once ||= name.startsWith('viewOnce')
    inner = inner[name]!.message!
  }
  return { inner, once }
}

/** The content of a message as parts. None for what is no content: keys, settings, votes. */
export function partsOf(message: Message | null | undefined): InboundPart[] {
  if (isSecondCopy(message)) return []
  const { inner, once } = unwrapped(message)
  for (const read of readers) {
    const parts = read(inner)
    if (parts) return once && parts.length === 0 ? unsupported('view once') : parts
  }
  return []
}

function file(as: MediaKind, type: FileType, found: File | null | undefined): InboundPart[] | undefined {
  if (!found) return undefined
  const ref = refOf(type, found)
  const caption = cut(found.caption)
  if (ref === undefined) return [...unsupported(as), ...text(caption)]
  const bytes = positive(Number(found.fileLength ?? 0))
  const [seconds, width, height] = [positive(found.seconds), positive(found.width), positive(found.height)]
  return [
    {
      kind: 'remoteMedia',
      as,
      ref,
      ...(found.mimetype && { mime: cut(found.mimetype, 255) }),
      ...(found.fileName && { name: cut(found.fileName, 255) }),
      ...(caption !== '' && { caption }),
      ...(bytes !== undefined && { bytes }),
      ...(seconds !== undefined && { seconds }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    },
  ]
}

function place(found: proto.Message.ILocationMessage | proto.Message.ILiveLocationMessage | null | undefined) {
  if (!found) return undefined
  const [lat, lng] = [Number(found.degreesLatitude), Number(found.degreesLongitude)]
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return unsupported('location')
  const { name, address, comment } = found as proto.Message.ILocationMessage
  const { caption } = found as proto.Message.ILiveLocationMessage
  return [
    {
      kind: 'location',
      lat,
      lng,
      ...(name && { name: cut(name, 1_000) }),
      ...(address && { address: cut(address, 1_000) }),
    },
    ...text(comment || caption),
  ] satisfies InboundPart[]
}

function people(cards: readonly (proto.Message.IContactMessage | null | undefined)[]): InboundPart[] | undefined {
  const contacts = cards
    .flatMap((card) => {
      const read = readCards(cut(card?.vcard))
      return read.length > 0 ? read : card?.displayName ? [{ name: card.displayName, phones: [] }] : []
    })
    .slice(0, 50)
    .map((card) => ({ ...card, name: cut(card.name, 200) }))
  return contacts.length > 0 ? [{ kind: 'contacts', contacts }] : unsupported('contact')
}

function poll(message: Message): InboundPart[] | undefined {
  const found = pollIn(message)
  if (!found) return undefined
  const question = cut(found.name, 2_000)
  const options = optionsOf(found).map((option) => cut(option, 1_000))
  if (options.length === 0) return text(question)
  return [{ kind: 'poll', question, options, several: found.selectableOptionsCount !== 1 }]
}

type Said = string | null | undefined

const lines = (...said: readonly Said[]): InboundPart[] => text(said.filter(Boolean).join('\n'))

/** What a form was filled in with, a field a line; the words that the phone shows where it says nothing else. */
function formAnswer({
  body,
  nativeFlowResponseMessage: form,
}: proto.Message.IInteractiveResponseMessage): InboundPart[] {
  const said = fieldsIn(form?.paramsJson)
  const shown = said.length > 0 ? lines(...said) : text(body?.text)
  return shown.length > 0 ? shown : unsupported('interactiveResponseMessage')
}

/** Fields of a form, but its token, which is no answer. */
function fieldsIn(json: Said): string[] {
  try {
    const fields: unknown = JSON.parse(cut(json) || '{}')
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return []
    return Object.entries(fields)
      .filter(([name]) => name !== 'flow_token')
      .slice(0, mostChoices)
      .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  } catch {
    return []
  }
}

/** The note of a payment, of which nothing else is known here; that there was one stands before it. */
const paid = (kind: string, note: Message | null | undefined): InboundPart[] => [
  ...unsupported(kind),
  ...text(note?.conversation ?? note?.extendedTextMessage?.text),
]

function answered(id: Said, label: Said, hint?: Said): InboundPart[] | undefined {
  const shown = cut(label || id, 1_000)
  if (shown === '') return undefined
  return [
    {
      kind: 'interactiveReply',
      id: cut(id || shown, 1_000),
      label: shown,
      ...(hint && { hint: cut(hint, 1_000) }),
    },
  ]
}

function menu(message: Message): InboundPart[] | undefined {
  const { buttonsMessage, listMessage, templateMessage, interactiveMessage } = message
  if (buttonsMessage) {
    const buttons = (buttonsMessage.buttons ?? [])
      .slice(0, mostChoices)
      .map(({ buttonId, buttonText }) => ({ id: cut(buttonId, 1_000), label: cut(buttonText?.displayText, 1_000) }))
    return [{ kind: 'interactive', body: cut(buttonsMessage.contentText), buttons }]
  }
  if (listMessage) {
    const list = (listMessage.sections ?? [])
      .flatMap(({ rows }) => rows ?? [])
      .slice(0, mostChoices)
      .map(({ rowId, title, description }) => ({
        id: cut(rowId, 1_000),
        label: cut(title, 1_000),
        ...(description && { hint: cut(description, 1_000) }),
      }))
    return [{ kind: 'interactive', body: cut(listMessage.description ?? listMessage.title), list }]
  }
  if (templateMessage) {
    const { hydratedTemplate, hydratedFourRowTemplate } = templateMessage
    return text((hydratedTemplate ?? hydratedFourRowTemplate)?.hydratedContentText)
  }
  return interactiveMessage ? text(interactiveMessage.body?.text) : undefined
}

/** In order: the first that knows the message says what it holds. */
const readers: readonly ((message: Message) => InboundPart[] | undefined)[] = [
  ({ conversation }) => (conversation ? text(conversation) : undefined),
  ({ extendedTextMessage }) => (extendedTextMessage ? text(extendedTextMessage.text) : undefined),
  ({ imageMessage }) => file('image', 'image', imageMessage),
  ({ videoMessage, ptvMessage }) => file('video', 'video', videoMessage ?? ptvMessage),
  ({ audioMessage }) => file(audioMessage?.ptt ? 'voice' : 'audio', 'audio', audioMessage),
  ({ documentMessage }) => file('document', 'document', documentMessage),
  ({ stickerMessage }) => file('sticker', 'sticker', stickerMessage),
  ({ locationMessage, liveLocationMessage }) => place(locationMessage ?? liveLocationMessage),
  ({ contactMessage }) => (contactMessage ? people([contactMessage]) : undefined),
  ({ contactsArrayMessage }) =>
    contactsArrayMessage ? people((contactsArrayMessage.contacts ?? []).slice(0, 50)) : undefined,
  poll,
  ({ buttonsResponseMessage: pressed }) =>
    pressed ? answered(pressed.selectedButtonId, pressed.selectedDisplayText) : undefined,
  ({ listResponseMessage: chosen }) =>
    chosen ? answered(chosen.singleSelectReply?.selectedRowId, chosen.title, chosen.description) : undefined,
  ({ templateButtonReplyMessage: pressed }) =>
    pressed ? answered(pressed.selectedId, pressed.selectedDisplayText) : undefined,
  ({ interactiveResponseMessage: response }) => (response ? formAnswer(response) : undefined),
  menu,
  ({ groupInviteMessage: invite }) => {
    if (!invite) return undefined
    const address = invite.inviteCode ? `https://chat.whatsapp.com/${cut(invite.inviteCode, 100)}` : ''
    return text([invite.caption, invite.groupName, address].filter(Boolean).join('\n'))
  },
  ({ productMessage }) => {
    const { product, body } = productMessage ?? {}
    return product ? lines(product.title, product.description, product.url, body) : undefined
  },
  ({ orderMessage: order }) => (order ? text([order.orderTitle, order.message].filter(Boolean).join('\n')) : undefined),
  ({ eventMessage: event }) =>
    event
      ? lines(event.name, event.description, event.location?.name, event.location?.address, event.joinLink)
      : undefined,
  ({ sendPaymentMessage: payment }) => (payment ? paid('sendPaymentMessage', payment.noteMessage) : undefined),
  ({ requestPaymentMessage: asked }) => (asked ? paid('requestPaymentMessage', asked.noteMessage) : undefined),
  ({ invoiceMessage: invoice }) => (invoice?.note ? text(invoice.note) : undefined),
  ({ scheduledCallCreationMessage: planned }) => (planned?.title ? text(planned.title) : undefined),
  ({ newsletterAdminInviteMessage: invite }) => (invite ? lines(invite.caption, invite.newsletterName) : undefined),
  ({ call }) => (call ? unsupported('call') : undefined),
  (message) => (isSilent(message) ? [] : undefined),
  (message) => {
    const [kind] = Object.entries(message).flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [name],
    )
    return kind === undefined ? [] : unsupported(kind)
  },
]

/** What people do not see: keys, settings, votes, reactions and edits, which are read elsewhere. */
const silent = [
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'pollUpdateMessage',
  'keepInChatMessage',
  'pinInChatMessage',
  'messageContextInfo',
  'messageHistoryBundle',
  'albumMessage',
  'secretEncryptedMessage',
  'encCommentMessage',
  'encEventResponseMessage',
] as const satisfies readonly (keyof Message)[]

const isSilent = (message: Message): boolean =>
  Object.entries(message).every(
    ([name, value]) => value === null || value === undefined || (silent as readonly string[]).includes(name),
  )
