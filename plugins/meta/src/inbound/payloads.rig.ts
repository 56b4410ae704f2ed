import type { InboundEvent } from '@recado/sdk'

/** Deliveries as Meta documents them, with what each means. */
export interface Recorded {
  readonly name: string
  readonly body: string
  readonly events: readonly InboundEvent[]
}

export const ownId = '17841400000000001'
const ana = '6543210987654321'
const sentAt = 1_780_000_000_000
const at = new Date(sentAt)

const to = (content: object): object => ({
  sender: { id: ana },
  recipient: { id: ownId },
  timestamp: sentAt,
  ...content,
})
const from = (content: object): object => ({
  sender: { id: ownId },
  recipient: { id: ana },
  timestamp: sentAt,
  ...content,
})

type Loose = { readonly type: string } & Record<string, unknown>
const events = (...list: readonly Loose[]): InboundEvent[] => list as unknown as InboundEvent[]
const base = { chat: ana, at, sender: { id: ana, isSelf: false }, isGroup: false, origin: 'live' }
const said = (id: string, ...parts: readonly object[]): Loose => ({ ...base, type: 'message', id, parts })
const text = (words: string): object => ({ kind: 'text', text: words, format: 'plain' })
const url = 'https://scontent.fbcdn.net/v/t1/picture.jpg?oh=1&oe=2'

type Case = readonly [name: string, messaging: object, means: readonly InboundEvent[]]

const shared: readonly Case[] = [
  ['a text', to({ message: { mid: 'm1', text: 'Oi' } }), events(said('m1', text('Oi')))],
  [
    'an answer',
    to({ message: { mid: 'm2', text: 'Sim', reply_to: { mid: 'm0' } } }),
    events({ ...said('m2', text('Sim')), replyTo: 'm0' }),
  ],
  [
    'a quick reply',
    to({ message: { mid: 'm3', text: 'Sim', quick_reply: { payload: 'yes' } } }),
    events(said('m3', { kind: 'interactiveReply', id: 'yes', label: 'Sim' })),
  ],
  [
    'a picture with words',
    to({ message: { mid: 'm4', text: 'olha', attachments: [{ type: 'image', payload: { url } }] } }),
    events(said('m4', { kind: 'remoteMedia', as: 'image', ref: url }, text('olha'))),
  ],
  [
    'a place',
    to({
      message: {
        mid: 'm5',
        attachments: [{ title: 'Praça', type: 'location', payload: { coordinates: { lat: -23.5, long: -46.6 } } }],
      },
    }),
    events(said('m5', { kind: 'location', lat: -23.5, lng: -46.6, name: 'Praça' })),
  ],
  [
    'an answer to a story',
    to({ message: { mid: 'm6', text: '😍', reply_to: { story: { id: '1', url } } } }),
    events(said('m6', { kind: 'remoteMedia', as: 'image', ref: url }, text('😍'))),
  ],
  [
    'a story with a mention',
    to({ message: { mid: 'm7', attachments: [{ type: 'story_mention', payload: { url } }] } }),
    events(said('m7', { kind: 'remoteMedia', as: 'image', ref: url, caption: '@' })),
  ],
  [
    'a post that was shared',
    to({
      message: {
        mid: 'm8',
        attachments: [{ type: 'share', payload: { url: 'https://www.instagram.com/p/x', title: 'Promo' } }],
      },
    }),
    events(said('m8', text('Promo\nhttps://www.instagram.com/p/x'))),
  ],
  [
    'what Meta cannot hand over',
    to({ message: { mid: 'm9', is_unsupported: true } }),
    events(said('m9', { kind: 'unsupported', note: 'unsupported' })),
  ],
  [
    'a message that was unsent',
    to({ message: { mid: 'm1', is_deleted: true } }),
    events({ type: 'delete', chat: ana, target: 'm1', at }),
  ],
  [
    'a message that was edited',
    to({ message_edit: { mid: 'm1', text: 'Oi!', num_edit: 1 } }),
    events({ type: 'edit', chat: ana, target: 'm1', parts: [text('Oi!')], at }),
  ],
  [
    'a reaction',
    to({ reaction: { mid: 'm0', action: 'react', reaction: 'love', emoji: '❤️' } }),
    events({ type: 'reaction', chat: ana, target: 'm0', sender: { id: ana, isSelf: false }, emoji: '❤️', at }),
  ],
  [
    'a reaction that was taken back',
    to({ reaction: { mid: 'm0', action: 'unreact' } }),
    events({ type: 'reaction', chat: ana, target: 'm0', sender: { id: ana, isSelf: false }, emoji: null, at }),
  ],
  [
    'a button, from an advertisement',
    to({ postback: { mid: 'm10', title: 'Começar', payload: 'START', referral: { source: 'ADS', ad_id: '42' } } }),
    events({
      ...said('m10', { kind: 'interactiveReply', id: 'START', label: 'Começar' }),
      referral: { source: 'ADS', ad_id: '42' },
    }),
  ],
  [
    'what was sent from elsewhere',
    from({ message: { mid: 'm11', is_echo: true, app_id: 1, text: 'Da caixa de entrada' } }),
    events({
      ...said('m11', text('Da caixa de entrada')),
      sender: { id: ownId, isSelf: true },
      origin: 'otherDevice',
    }),
  ],
]

const onPage: readonly Case[] = [
  [
    'a delivery',
    to({ delivery: { mids: ['m0'], watermark: sentAt } }),
    events({ type: 'receipt', target: 'm0', state: 'delivered', at }),
  ],
  [
    'a reading',
    to({ read: { watermark: sentAt } }),
    events({ type: 'receipt', target: { chat: ana, upTo: at }, state: 'read', at }),
  ],
]
const onInstagram: readonly Case[] = [
  ['a reading', to({ read: { mid: 'm0' } }), events({ type: 'receipt', target: 'm0', state: 'read', at })],
]

const comments = {
  page: {
    field: 'feed',
    value: {
      item: 'comment',
      verb: 'add',
      comment_id: '1_2',
      post_id: '1_1',
      from: { id: ana, name: 'Ana' },
      message: 'Quanto custa?',
      created_time: sentAt / 1_000,
    },
  },
  instagram: {
    field: 'comments',
    value: { id: '1_2', text: 'Quanto custa?', from: { id: ana, username: 'ana' }, media: { id: '1_1' } },
  },
} as const

/** Every kind of delivery for an object of Meta. */
export function recordedOf(object: 'page' | 'instagram'): Recorded[] {
  const body = (entry: object): string => JSON.stringify({ object, entry: [{ id: ownId, time: sentAt, ...entry }] })
  const names = object === 'page' ? { name: 'Ana' } : { name: 'ana', username: 'ana' }
  return [
    ...[...shared, ...(object === 'page' ? onPage : onInstagram)].map(([name, event, means]) => ({
      name,
      body: body({ messaging: [event] }),
      events: means,
    })),
    {
      name: 'a comment',
      body: body({ changes: [comments[object]] }),
      events: events({
        ...said('comment:1_2', text('Quanto custa?')),
        sender: { id: ana, isSelf: false, ...names },
        referral: { source: 'comment', post: '1_1' },
      }),
    },
    {
      name: 'a message while another program has the conversation',
      body: body({ standby: [to({ message: { mid: 'm12', text: 'Oi, robô' } })] }),
      events: events({ ...said('m12', text('Oi, robô')), automatic: true }),
    },
  ]
}
