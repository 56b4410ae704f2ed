import { maxTextLength, type InboundPart, type MediaKind, type RemoteMediaPart } from '@recado/sdk'
import { listOf, readCards } from '@recado/sdk/server'
import * as z from 'zod'
import { markedText, spelledOut } from './marked-text.ts'
import { filledIn, givenAway, giveawayWon, storyWords, Story, Giveaway, Winners } from './passed-on.ts'
import { richFiles, richWords } from './rich-text.ts'

/** A message as it came: its known fields are looked at one by one, so that one odd field spoils nothing else. */
export type RawMessage = Readonly<Record<string, unknown>>

const size = z.int().nonnegative().optional().catch(undefined)
const side = z.int().positive().optional().catch(undefined)
const words = z.string().optional().catch(undefined)
const RemoteFile = z.object({
  file_id: z.string().min(1).max(2_000),
  file_size: size,
  mime_type: words,
  file_name: words,
  duration: z.number().nonnegative().optional().catch(undefined),
  width: side,
  height: side,
})
const Sticker = RemoteFile.extend({
  is_animated: z.boolean().default(false),
  is_video: z.boolean().default(false),
  emoji: words,
  thumbnail: RemoteFile.optional().catch(undefined),
})
const Location = z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
const Venue = z.object({ location: Location, title: words, address: words })
const Contact = z.object({
  phone_number: z.string(),
  first_name: z.string(),
  last_name: words,
  user_id: z.int().optional().catch(undefined),
  vcard: words,
})
const Poll = z.object({
  question: z.string(),
  options: listOf(z.object({ text: z.string() })),
  allows_multiple_answers: z.boolean().catch(false),
})
const Checklist = z.object({
  title: z.string(),
  tasks: listOf(
    z.object({ text: z.string(), completion_date: z.unknown().optional(), completed_by_user: z.unknown().optional() }),
  ),
})
const Titled = z.object({ title: z.string(), description: words })
/** Each file under its kind, as in a message; a preview has none. */
const PaidMedia = z.object({
  star_count: z.int().positive().optional().catch(undefined),
  paid_media: listOf(z.record(z.string(), z.unknown())),
})
const Dice = z.object({ emoji: z.string(), value: z.int() })

function remote(as: MediaKind, file: z.output<typeof RemoteFile>, caption = ''): RemoteMediaPart {
  const { file_id: ref, file_size: bytes, mime_type: mime, file_name: name, duration: seconds, width, height } = file
  return {
    kind: 'remoteMedia',
    as,
    ref,
    ...(caption !== '' && { caption }),
    ...(bytes !== undefined && { bytes }),
    ...(mime !== undefined && { mime: mime.slice(0, 255) }),
    ...(name !== undefined && { name: name.slice(0, 255) }),
    ...(seconds !== undefined && { seconds }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  }
}

/** Of the sizes of a photo the largest; they come in order, and need not. */
function photo(sizes: readonly z.output<typeof RemoteFile>[], caption: string): InboundPart[] {
  const areaOf = ({ width = 0, height = 0 }: z.output<typeof RemoteFile>): number => width * height
  const largest = sizes.toSorted((one, other) => areaOf(one) - areaOf(other)).at(-1)
  return largest ? [remote('image', largest, caption)] : []
}

/** A still picture can be shown everywhere; of the moving kinds only their preview can. */
function sticker(value: z.output<typeof Sticker>): InboundPart[] {
  if (!value.is_animated && !value.is_video) return [remote('sticker', value)]
  if (value.thumbnail) return [remote('sticker', value.thumbnail)]
  return written([value.emoji])
}

/** Numbers of a card without those that are another one written differently. */
const distinct = (numbers: readonly string[]): string[] => {
  const digits = numbers.map((number) => number.replace(/\D/g, ''))
  return numbers.filter((_, at) => digits[at] !== '' && digits.indexOf(digits[at]!) === at).slice(0, 20)
}

const position = ({ latitude, longitude }: z.output<typeof Location>) =>
  ({ kind: 'location', lat: latitude, lng: longitude }) as const

type Reader = (value: unknown, caption: string, message: RawMessage) => InboundPart[] | undefined
const reader =
  <T>(schema: z.ZodType<T>, parts: (value: T, caption: string, message: RawMessage) => InboundPart[]): Reader =>
  (value, caption, message) => {
    const parsed = schema.safeParse(value)
    return parsed.success ? parts(parsed.data, caption, message) : undefined
  }
const media = (as: MediaKind): Reader => reader(RemoteFile, (file, caption) => [remote(as, file, caption)])

const written = (lines: readonly (string | undefined)[]): InboundPart[] => {
  const text = lines.filter(Boolean).join('\n').slice(0, maxTextLength)
  return text === '' ? [] : [{ kind: 'text', text, format: 'plain' }]
}

/** By field, first match wins: an animation also says that it is a document, a venue that it is a location. */
const readers: Readonly<Record<string, Reader>> = {
  text: reader(z.string().min(1), (text, _caption, message) => [markedText(text, message['entities'])]),
  photo: reader(z.array(z.unknown()), (sizes, caption) =>
    photo(
      sizes.flatMap((size) => RemoteFile.safeParse(size).data ?? []),
      caption,
    ),
  ),
  // Its picture can be shown everywhere; without one it is the few seconds that it lives.
  live_photo: reader(
    RemoteFile.extend({ photo: listOf(RemoteFile).optional() }),
    ({ photo: sizes = [], ...file }, caption) =>
      sizes.length > 0 ? photo(sizes, caption) : [remote('video', file, caption)],
  ),
  video: media('video'),
  animation: media('video'),
  video_note: media('video'),
  voice: media('voice'),
  audio: media('audio'),
  document: media('document'),
  sticker: reader(Sticker, sticker),
  venue: reader(Venue, ({ location, title, address }) => [
    { ...position(location), ...(title !== undefined && { name: title }), ...(address !== undefined && { address }) },
  ]),
  location: reader(Location, (location) => [position(location)]),
  contact: reader(Contact, ({ phone_number, first_name, last_name, user_id: user, vcard = '' }) => {
    // The card holds what the fields do not.
    const { phones = [], emails, organisation } = readCards(vcard.slice(0, maxTextLength))[0] ?? {}
    // The number of an account is written with its country and without a sign.
    const first = user !== undefined && /^\d{8,15}$/.test(phone_number) ? `+${phone_number}` : phone_number
    return [
      {
        kind: 'contacts',
        contacts: [
          {
            name: [first_name, last_name].filter(Boolean).join(' '),
            phones: distinct([first, ...phones]),
            ...(emails && { emails }),
            ...(organisation && { organisation }),
          },
        ],
      },
    ]
  }),
  rich_message: (message) => [...written([richWords(message)]), ...richFiles(message).flatMap(filesOf)],
  // What somebody filled in on a page of the bot; the words of its button say which page.
  web_app_data: reader(z.object({ data: z.string(), button_text: words }), ({ data, button_text: button }) => [
    { kind: 'text', text: [button, ...filledIn(data)].filter(Boolean).join('\n'), format: 'plain' },
  ]),
  poll: reader(Poll, ({ question, options, allows_multiple_answers: several }) =>
    options.length === 0
      ? written([question])
      : [{ kind: 'poll', question, options: options.slice(0, 100).map(({ text }) => text), several }],
  ),
  checklist: reader(Checklist, ({ title, tasks }) =>
    written([
      title,
      ...tasks.map(({ text, completion_date: done, completed_by_user: by }) => `${done || by ? '☑' : '☐'} ${text}`),
    ]),
  ),
  game: reader(Titled, ({ title, description }) => written([title, description])),
  invoice: reader(Titled, ({ title, description }) => written([title, description])),
  // Of a gift only what its sender wrote is a message.
  gift: reader(z.object({ text: z.string().min(1) }), ({ text }) => written([text])),
  // What has been paid for can be seen; the rest is told by its price.
  paid_media: reader(PaidMedia, ({ star_count: price, paid_media: files }, caption) => {
    const seen = files.flatMap(filesOf).slice(0, 20)
    return seen.length === 0
      ? price === undefined
        ? []
        : written([`⭐ ${price}`, caption])
      : [...seen, ...written([caption])]
  }),
  story: reader(Story, (story) => written(storyWords(story))),
  giveaway: reader(Giveaway, (giveaway) => written(givenAway(giveaway))),
  giveaway_winners: reader(Winners, (giveaway) => written(giveawayWon(giveaway))),
  dice: reader(Dice, ({ emoji, value }) => [{ kind: 'text', text: `${emoji} ${value}`, format: 'plain' }]),
}

function filesOf(file: RawMessage): InboundPart[] {
  const [[field = '', value] = []] = Object.entries(file).filter(([name]) => name !== 'type')
  return (Object.hasOwn(readers, field) ? readers[field]?.(value, '', file) : undefined) ?? []
}

/** Service messages of Telegram about a chat. */
const service =
  /^(new_chat_\w+|left_chat_member|delete_chat_photo|(group|supergroup|channel)_chat_created|migrate_\w+|pinned_message|message_auto_delete_timer_changed|forum_topic_\w+|general_forum_topic_\w+|video_chat_\w+|users_shared|chat_shared|write_access_allowed|connected_website|proximity_alert_triggered|boost_added|chat_background_set|chat_owner_\w+|successful_payment|refunded_payment|checklist_tasks_\w+|giveaway_created|giveaway_completed|paid_message_price_changed|direct_message_price_changed|suggested_post_(?!info)\w+|poll_option_\w+|managed_bot_\w+|community_chat_\w+|passport_data|gift|unique_gift|gift_upgrade_sent)$/
/** Fields that every message may have. */
const frame = new Set([
  'message_id',
  'message_thread_id',
  'direct_messages_topic',
  'from',
  'sender_chat',
  'sender_boost_count',
  'sender_business_bot',
  'sender_tag',
  'receiver_user',
  'ephemeral_message_id',
  'date',
  'guest_query_id',
  'guest_bot_caller_user',
  'guest_bot_caller_chat',
  'business_connection_id',
  'chat',
  'forward_origin',
  'is_topic_message',
  'is_automatic_forward',
  'reply_to_message',
  'external_reply',
  'quote',
  'reply_to_story',
  'reply_to_checklist_task_id',
  'reply_to_poll_option_id',
  'via_bot',
  'edit_date',
  'has_protected_content',
  'is_from_offline',
  'is_paid_post',
  'media_group_id',
  'author_signature',
  'paid_star_count',
  'suggested_post_info',
  'entities',
  'caption',
  'caption_entities',
  'show_caption_above_media',
  'has_media_spoiler',
  'link_preview_options',
  'effect_id',
  'reply_markup',
  'forward_from',
  'forward_from_chat',
  'forward_from_message_id',
  'forward_signature',
  'forward_sender_name',
  'forward_date',
])

/** First words of an unsupported kind: the question of a poll, the name of a list; its field is no word for people. */
function wordsOf(content: unknown): string {
  const { data } = z.object({ question: words, title: words, text: words, button_text: words }).safeParse(content)
  return data?.question ?? data?.title ?? data?.text ?? data?.button_text ?? ''
}

/**
 * Undefined for what is no message of a person. Anything that is not known is kept as such: somebody has sent
 * something.
 */
export function contentOf(message: RawMessage): [InboundPart, ...InboundPart[]] | undefined {
  const caption =
    typeof message['caption'] === 'string' ? spelledOut(message['caption'], message['caption_entities']) : ''
  for (const [field, read] of Object.entries(readers)) {
    const [first, ...others] = (message[field] === undefined ? undefined : read(message[field], caption, message)) ?? []
    if (first) return [first, ...others]
  }
  const fields = Object.keys(message).filter((field) => !frame.has(field))
  if (fields.some((field) => service.test(field))) return undefined
  const note = caption === '' ? wordsOf(message[fields[0] ?? '']).slice(0, 500) : ''
  return [{ kind: 'unsupported', note }, ...written([caption])]
}
