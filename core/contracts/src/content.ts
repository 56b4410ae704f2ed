import * as z from 'zod'
import { MediaKind, mediaKinds } from './capabilities.ts'
import { isEmailAddress } from './email-address.ts'
import { id, type MediaId } from './ids.ts'

/** The longest text core stores for one part; longer inbound text is cut and flagged, longer outbound text refused. */
export const maxTextLength = 65_536

/** `markdown` is the markup of chats, as `parseMarkup` reads it: `*strong*` and `**strong**` are the same. */
const TextPart = z.object({
  kind: z.literal('text'),
  text: z.string().max(maxTextLength),
  format: z.enum(['plain', 'markdown']).default('plain'),
})

/** How many loudnesses a {@link MediaPart} tells. */
export const waveformLength = 64

/**
 * A stored file. `mime` is what sniffing found, not what the sender claimed; `seconds` is the duration. `waveform` is
 * how loud a voice note is, 0 to 100, at 64 places that lie evenly over it; core measures both of a voice note that is
 * sent, where the machine has the means.
 */
const MediaPart = z.object({
  kind: z.literal('media'),
  as: MediaKind,
  media: id<MediaId>(),
  mime: z.string(),
  bytes: z.int().nonnegative().optional(),
  name: z.string().max(255).optional(),
  caption: z.string().max(maxTextLength).optional(),
  seconds: z.number().nonnegative().optional(),
  waveform: z.array(z.int().min(0).max(100)).length(waveformLength).optional(),
  width: z.int().positive().optional(),
  height: z.int().positive().optional(),
})

/** Everything known of a file before its bytes are. */
const AwaitedFile = MediaPart.omit({ kind: true, media: true, mime: true }).extend({
  mime: z.string().max(255).optional(),
})
/** A file whose bytes are still with the provider: being fetched, or unavailable; an agent may try again. */
const PendingMediaPart = AwaitedFile.extend({
  kind: z.literal('pendingMedia'),
  state: z.enum(['fetching', 'unavailable']),
})

const LocationPart = z.object({
  kind: z.literal('location'),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  name: z.string().optional(),
  address: z.string().optional(),
})
/** A person that somebody passed on. Numbers and addresses are as they were written there. */
const ContactCard = z.object({
  name: z.string(),
  phones: z.array(z.string()),
  emails: z.array(z.string()).optional(),
  organisation: z.string().optional(),
})
const ContactsPart = z.object({ kind: z.literal('contacts'), contacts: z.array(ContactCard).min(1) })
const Choice = z.object({ id: z.string(), label: z.string(), hint: z.string().optional() })
const InteractivePart = z.object({
  kind: z.literal('interactive'),
  body: z.string(),
  buttons: z.array(Choice).optional(),
  list: z.array(Choice).optional(),
})
/**
 * A choice that somebody made. `hint` is the description below the label of a row. `calls` is what they answered a
 * request to call them; `until` is when a temporary permission ends. Screens say both in the reader's language.
 */
const InteractiveReplyPart = z.object({
  kind: z.literal('interactiveReply'),
  id: z.string(),
  label: z.string(),
  hint: z.string().optional(),
  calls: z.enum(['allowed', 'temporary', 'refused']).optional(),
  until: z.iso.datetime().optional(),
})
/**
 * A text that the provider has approved before, filled in by it. `vars` by the names or numbers of the template,
 * `header` the stored file of a header that takes one, `text` the words as the contact will read them, for the thread.
 */
export const TemplatePart = z.object({
  kind: z.literal('template'),
  name: z.string().max(512),
  language: z.string().max(20),
  vars: z.record(z.string(), z.string().max(maxTextLength)),
  header: id<MediaId>().optional(),
  text: z.string().max(maxTextLength).optional(),
})
/**
 * A letter with formatting. `text` is the author's new text, `quoted` the repeated earlier letters; both are plain.
 * `media` is the whole as an HTML document (`<!doctype html>` first) that the adapter has sanitised: no scripts, forms,
 * frames or handlers. It is shown in a frame that can run and load nothing; `media:<id>` as an address in it refers to
 * one of the stored images in `inline`.
 */
const HtmlPart = z.object({
  kind: z.literal('html'),
  text: z.string().max(maxTextLength),
  subject: z.string().max(1_000).optional(),
  quoted: z.string().max(maxTextLength).optional(),
  media: id<MediaId>(),
  inline: z.array(id<MediaId>()).max(200).optional(),
})
/** Somebody a letter goes to. */
const LetterAddress = z.object({ name: z.string().max(200).optional(), address: z.string().max(320) })
/** Somebody that a letter was to go to and did not, with what the server said of it. */
const RefusedRecipient = z.object({ address: z.string().max(320), said: z.string().max(300) })
export type RefusedRecipient = z.infer<typeof RefusedRecipient>
/**
 * The head of a letter, before the parts that it is the head of: its subject, where it is one of its own, and whom it
 * goes to beside the contact and this company. `bcc` is kept in this company alone. `refused` is who of `cc` and `bcc`
 * did not get it; core writes it when the letter was sent. Channels whose capabilities say `letters` send it.
 */
const LetterHeadPart = z.object({
  kind: z.literal('letterHead'),
  subject: z.string().max(1_000).optional(),
  to: z.array(LetterAddress).max(50).optional(),
  cc: z.array(LetterAddress).max(50).optional(),
  bcc: z.array(LetterAddress).max(50).optional(),
  refused: z.array(RefusedRecipient).max(100).optional(),
})
export type LetterAddress = z.infer<typeof LetterAddress>
export type LetterHeadPart = z.infer<typeof LetterHeadPart>
/**
 * A question with options that people vote for, one of them or `several`. Options are named by their places, from 0.
 * Votes come apart from it, as {@link InboundVote}.
 */
const PollPart = z.object({
  kind: z.literal('poll'),
  question: z.string().max(maxTextLength),
  options: z.array(z.string().max(1_000)).min(1).max(100),
  several: z.boolean(),
})
export type PollPart = z.infer<typeof PollPart>
/** A poll to be sent: what every provider of polls takes. */
const OutgoingPoll = PollPart.extend({
  question: z.string().trim().min(1).max(255),
  options: z
    .array(z.string().trim().min(1).max(100))
    .min(2)
    .max(10)
    .refine((options) => new Set(options).size === options.length),
})
/**
 * Content that core cannot show. It is kept and shown as unsupported: the agent must see that something arrived.
 * `about` says what it was where screens have words for it: `vote`, for a poll that nobody here knows.
 */
const UnsupportedPart = z.object({
  kind: z.literal('unsupported'),
  note: z.string().max(500),
  about: z.enum(['vote']).optional(),
})

export type TemplatePart = z.infer<typeof TemplatePart>

/** One piece of content. The same vocabulary is used in both directions and by every channel. */
export const Part = z.discriminatedUnion('kind', [
  TextPart,
  HtmlPart,
  LetterHeadPart,
  MediaPart,
  PendingMediaPart,
  LocationPart,
  ContactsPart,
  InteractivePart,
  InteractiveReplyPart,
  TemplatePart,
  PollPart,
  UnsupportedPart,
])
export type Part = z.infer<typeof Part>
export type MediaPart = z.infer<typeof MediaPart>
export type HtmlPart = z.infer<typeof HtmlPart>
export type PendingMediaPart = z.infer<typeof PendingMediaPart>

/**
 * A file that the adapter has not fetched, because the provider expects its answer before. `ref` is the adapter's own
 * and comes back in {@link ChannelSession.fetchMedia}; nobody else ever sees it.
 */
export const RemoteMediaPart = AwaitedFile.extend({ kind: z.literal('remoteMedia'), ref: z.string().min(1).max(2_000) })
export type RemoteMediaPart = z.infer<typeof RemoteMediaPart>
/** One piece of content as it arrives. */
export type InboundPart = Part | RemoteMediaPart

/**
 * A stored file, by a signed path from an answer (`MediaPort.sign`): a user who may read a file may send it. `as` only
 * if its type does not determine the kind, as for a sticker. Core replaces the part with the file itself.
 */
const StoredFilePart = z.object({
  kind: z.literal('storedFile'),
  path: z.string().max(2_000),
  as: MediaKind.optional(),
  caption: z.string().max(maxTextLength).optional(),
})
export type StoredFilePart = z.infer<typeof StoredFilePart>

/**
 * A template to be sent. `header` is the signed path of its file, as in a stored file: an id alone gives no right to
 * it. A forwarded template may name the id in a message of the same conversation.
 */
const OutgoingTemplatePart = TemplatePart.extend({ header: z.string().max(2_000).optional() })
export type OutgoingTemplatePart = z.infer<typeof OutgoingTemplatePart>

const ReachableAddress = LetterAddress.extend({ address: z.string().refine(isEmailAddress) })
/** The head of a letter that an agent writes. Without a subject the letter has that of its conversation. */
const OutgoingLetterHead = LetterHeadPart.omit({ to: true, refused: true }).extend({
  cc: z.array(ReachableAddress).max(50).optional(),
  bcc: z.array(ReachableAddress).max(50).optional(),
})

/** Parts that a plugin's composer action may send, and an agent beside the text and the files of the composer. */
export const OutgoingPart = z.discriminatedUnion('kind', [
  TextPart,
  StoredFilePart,
  LocationPart,
  ContactsPart,
  InteractivePart,
  OutgoingTemplatePart,
  OutgoingPoll,
  OutgoingLetterHead,
])
export type OutgoingPart = z.infer<typeof OutgoingPart>

/** Kinds of content of a message other than text, or `deleted` if none of it is left. */
export const ContentKind = z.enum([...mediaKinds, 'location', 'contacts', 'deleted'])
export type ContentKind = z.infer<typeof ContentKind>
/** For previews; `captioned` where words go with it that are more than the name of a file or the numbers of a place. */
export const MessageContent = z.object({ as: ContentKind, captioned: z.boolean() })
export type MessageContent = z.infer<typeof MessageContent>

/** That a message was passed on, as its provider says it: `often` after many times. */
export const Forwarding = z.enum(['once', 'often'])
export type Forwarding = z.infer<typeof Forwarding>

/** At least one part, in the order in which they are read. */
export const Parts = z.array(Part).min(1).max(32)
export type Parts = [Part, ...Part[]]

/** The text a person would quote from these parts: for previews, search, notifications and screen readers. */
export function plainText(parts: readonly Part[]): string {
  const words = parts.map((part) => {
    switch (part.kind) {
      case 'text':
      case 'html':
        return part.text
      case 'letterHead':
        return part.subject ?? ''
      case 'media':
      case 'pendingMedia':
        return part.caption ?? part.name ?? ''
      case 'location':
        return part.name ?? part.address ?? `${part.lat}, ${part.lng}`
      case 'contacts':
        return part.contacts.map((contact) => contact.name).join(', ')
      case 'interactive':
        return part.body
      case 'interactiveReply':
        return part.label
      case 'template':
        return part.text ?? part.name
      case 'poll':
        return part.question
      case 'unsupported':
        return part.note
    }
  })
  return words.filter((word) => word !== '').join('\n')
}
