import { randomUUID } from 'node:crypto'
import type { Message } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Customer } from '../../plugins/telegram/simulator/customer.ts'
import { eventually } from '../harness/app.ts'
import { telegramWorld, type BotSide, type TelegramWorld } from './telegram.rig.ts'

/* Kinds of updates of the Bot API (10.3) as they come through the front door: each is shown in words that a person
   understands, or begins no conversation and adds nothing to one. */

type Json = Readonly<Record<string, unknown>>

/** Ids as Telegram has them; none of them is a word for people. */
const ids = { file: `AgACAgEAAx${'Q'.repeat(40)}`, user: 7_123_456_789, chat: -1_001_234_567_890 } as const
const file = { file_id: ids.file, file_unique_id: 'AQADraw', file_size: 10 }
const ana = { id: ids.user, is_bot: false, first_name: 'Rita', username: 'rita' }
const shop = { id: ids.chat, type: 'channel', title: 'Loja da Rita', username: 'lojadarita' }
const bot = { id: ids.user + 1, is_bot: true, first_name: 'Ajudante', username: 'ajudante_bot' }
const date = 1_780_000_000
const paragraph = (text: unknown) => ({ type: 'paragraph', text })

/** What is read, and what stands for it besides words. */
type Shown = readonly [body: string, ...kinds: readonly string[]]
const text = (body: string): Shown => [body, 'text']

const shown: readonly (readonly [kind: string, message: Json, shown: Shown])[] = [
  ['text', { text: 'Oi, tudo bem?' }, text('Oi, tudo bem?')],
  [
    'text with marks, an emoji of the own and a link',
    {
      text: '👍 veja aqui',
      entities: [
        { type: 'custom_emoji', offset: 0, length: 2, custom_emoji_id: '5368324170671202286' },
        { type: 'text_link', offset: 8, length: 4, url: 'https://loja.test/' },
        { type: 'date_time', offset: 3, length: 4, unix_time: date, date_time_format: 'wDT' },
      ],
    },
    text('👍 veja aqui (https://loja.test/)'),
  ],
  [
    'rich message',
    {
      rich_message: {
        blocks: [
          { type: 'heading', text: 'Pedido', size: 1 },
          paragraph(['Quero ', { type: 'bold', text: 'dois' }]),
          { type: 'table', cells: [[{ text: 'Cor' }, { text: 'azul' }]] },
          { type: 'divider' },
        ],
      },
    },
    text('Pedido\nQuero dois\nCor | azul'),
  ],
  ['rich message without words', { rich_message: { blocks: [{ type: 'divider' }] } }, ['', 'unsupported']],
  ['photo', { photo: [{ ...file, width: 9, height: 9 }], caption: 'a caixa' }, ['a caixa', 'file']],
  ['photo that may not be kept', { photo: [file], has_protected_content: true, has_media_spoiler: true }, ['', 'file']],
  ['live photo', { live_photo: { ...file, photo: [file], duration: 3 }, caption: 'olha' }, ['olha', 'file']],
  ['video', { video: { ...file, duration: 2, cover: [file], qualities: [] }, caption: 'assim' }, ['assim', 'file']],
  ['animation', { animation: file, document: file }, ['', 'file']],
  ['video note', { video_note: { ...file, length: 240, duration: 4 } }, ['', 'file']],
  ['voice', { voice: { ...file, duration: 4, mime_type: 'audio/ogg' } }, ['', 'file']],
  ['audio', { audio: { ...file, file_name: 'som.mp3', title: 'Som', performer: 'Rita' } }, ['som.mp3', 'file']],
  ['document', { document: { ...file, file_name: 'conta.pdf' } }, ['conta.pdf', 'file']],
  [
    'sticker',
    { sticker: { ...file, type: 'regular', emoji: '😀', is_animated: false, is_video: false } },
    ['', 'file'],
  ],
  ['moving sticker without a preview', { sticker: { ...file, emoji: '😀', is_animated: true } }, text('😀')],
  ['moving sticker without anything', { sticker: { ...file, is_animated: true } }, ['', 'unsupported']],
  [
    'paid media that can be seen',
    {
      paid_media: {
        star_count: 5,
        paid_media: [
          { type: 'photo', photo: [file] },
          { type: 'video', video: file },
          { type: 'live_photo', live_photo: { ...file, photo: [file] } },
        ],
      },
      caption: 'bastidores',
    },
    ['bastidores', 'file', 'file', 'file', 'text'],
  ],
  [
    'paid media that has to be bought',
    { paid_media: { star_count: 5, paid_media: [{ type: 'preview', width: 9, duration: 3 }] }, caption: 'bastidores' },
    text('⭐ 5\nbastidores'),
  ],
  ['story of a channel', { story: { chat: shop, id: 12 } }, text('📖 Loja da Rita\nhttps://t.me/lojadarita/s/12')],
  [
    'story of somebody',
    { story: { chat: { id: ids.user, type: 'private', first_name: 'Rita' }, id: 3 } },
    text('📖 Rita'),
  ],
  ['reply to a story', { text: 'quero esse', reply_to_story: { chat: shop, id: 12 } }, text('quero esse')],
  [
    'giveaway',
    {
      giveaway: {
        chats: [shop],
        winners_selection_date: date,
        winner_count: 3,
        prize_description: 'Um vale de R$ 100',
        premium_subscription_month_count: 6,
      },
    },
    text('🎁 Loja da Rita\nUm vale de R$ 100\nTelegram Premium × 6'),
  ],
  [
    'winners of a giveaway',
    {
      giveaway_winners: { chat: shop, giveaway_message_id: 9, winner_count: 1, winners: [ana], prize_star_count: 500 },
    },
    text('🏆 Rita\n⭐ 500'),
  ],
  [
    'checklist',
    {
      checklist: {
        title: 'Mudança',
        tasks: [
          { id: 1, text: 'Caixas', completed_by_user: ana, completion_date: date },
          { id: 2, text: 'Fita' },
        ],
        others_can_add_tasks: true,
      },
    },
    text('Mudança\n☑ Caixas\n☐ Fita'),
  ],
  [
    'reply to a task of a checklist',
    { text: 'essa eu faço', reply_to_checklist_task_id: 2, reply_to_message: { message_id: 900 } },
    text('essa eu faço'),
  ],
  [
    'poll with options that people add',
    {
      poll: {
        id: '5368324170671202286',
        question: 'Qual dia?',
        options: [
          { persistent_id: 'aGVsbG8x', text: 'Sábado', voter_count: 0 },
          { persistent_id: 'aGVsbG8y', text: 'Domingo', voter_count: 1, added_by_user: ana, addition_date: date },
        ],
        allows_adding_options: true,
        type: 'regular',
      },
    },
    ['Qual dia?', 'poll'],
  ],
  ['poll without options yet', { poll: { id: '53', question: 'Ideias?', options: [] } }, text('Ideias?')],
  [
    'contact',
    { contact: { phone_number: '+5511987654321', first_name: 'Bia', user_id: ids.user } },
    ['Bia', 'contacts'],
  ],
  ['location', { location: { latitude: -23.5, longitude: -46.6, live_period: 900 } }, ['-23.5, -46.6', 'location']],
  [
    'venue',
    { venue: { location: { latitude: 1, longitude: 2 }, title: 'Loja', address: 'Rua A', google_place_id: 'ChIJraw' } },
    ['Loja', 'location'],
  ],
  ['dice', { dice: { emoji: '🎲', value: 6 } }, text('🎲 6')],
  ['game', { game: { title: 'Dama', description: 'Duas pessoas', photo: [file] } }, text('Dama\nDuas pessoas')],
  [
    'invoice',
    {
      invoice: {
        title: 'Pedido 7',
        description: 'Papel A4',
        start_parameter: 'raw-7',
        currency: 'BRL',
        total_amount: 990,
      },
    },
    text('Pedido 7\nPapel A4'),
  ],
  [
    'data of a web app',
    { web_app_data: { data: '{"tamanho":"M","cores":["azul","verde"],"nota":null}', button_text: 'Escolher' } },
    text('Escolher\ntamanho: M\ncores: azul, verde'),
  ],
  [
    'data of a web app that is no form',
    { web_app_data: { data: 'tudo certo', button_text: 'Ok' } },
    text('Ok\ntudo certo'),
  ],
  [
    'gift with words',
    { gift: { gift: { id: '5170145012310081615', star_count: 15 }, text: 'Obrigada!' } },
    text('Obrigada!'),
  ],
  [
    'message that was passed on by somebody who hides',
    { text: 'veja isto', forward_origin: { type: 'hidden_user', sender_user_name: 'Rui', date } },
    text('veja isto'),
  ],
  [
    'reply to words of another chat',
    {
      text: 'é este',
      external_reply: { origin: { type: 'channel', chat: shop } },
      quote: { text: 'azul', position: 0 },
    },
    text('é este'),
  ],
  [
    'message of a topic in private',
    { text: 'sobre o pedido', message_thread_id: 5, is_topic_message: true },
    text('sobre o pedido'),
  ],
  [
    'message of a topic of direct messages, with its price and an offer',
    {
      text: 'publica para mim?',
      direct_messages_topic: { topic_id: 5_368_324_170, user: ana },
      suggested_post_info: { state: 'pending', price: { currency: 'XTR', amount: 5 } },
      paid_star_count: 3,
      sender_boost_count: 2,
      sender_tag: 'vip',
      effect_id: '5104841245755180586',
    },
    text('publica para mim?'),
  ],
  ['message of another bot', { text: 'posso ajudar', via_bot: bot, sender_business_bot: bot }, text('posso ajudar')],
  [
    'kind of next year with a title',
    { hologram: { id: 5, title: 'Um cubo', file_id: ids.file } },
    ['Um cubo', 'unsupported'],
  ],
  ['kind of next year', { hologram: { id: 5, file_id: ids.file }, caption: 'uau' }, ['uau', 'unsupported', 'text']],
  ['kind of next year without words', { hologram: { depth: 3 } }, ['', 'unsupported']],
]

const unsaid: readonly (readonly [kind: string, message: Json])[] = [
  ['people join', { new_chat_members: [ana] }],
  ['somebody leaves', { left_chat_member: ana }],
  ['title changed', { new_chat_title: 'Novo nome' }],
  ['picture changed', { new_chat_photo: [file] }],
  ['message pinned', { pinned_message: { message_id: 3, date, text: 'regras' } }],
  ['messages are deleted by themselves', { message_auto_delete_timer_changed: { message_auto_delete_time: 86_400 } }],
  ['payment', { successful_payment: { currency: 'BRL', total_amount: 990, invoice_payload: 'raw' } }],
  ['payment given back', { refunded_payment: { currency: 'XTR', total_amount: 5 } }],
  ['users shared', { users_shared: { request_id: 1, users: [{ user_id: ids.user, first_name: 'Rita' }] } }],
  ['chat shared', { chat_shared: { request_id: 1, chat_id: ids.chat, title: 'Loja' } }],
  ['gift without words', { gift: { gift: { id: '5170145012310081615' } } }],
  ['unique gift', { unique_gift: { gift: { name: 'Cake-7', base_name: 'Cake' }, origin: 'transfer' } }],
  ['gift made unique', { gift_upgrade_sent: { gift: { id: '5170145012310081615' } } }],
  ['site connected', { connected_website: 'loja.test' }],
  ['writing allowed', { write_access_allowed: { from_request: true } }],
  ['passport', { passport_data: { data: [], credentials: {} } }],
  ['somebody is near', { proximity_alert_triggered: { traveler: ana, watcher: bot, distance: 9 } }],
  ['boost', { boost_added: { boost_count: 4 } }],
  ['background', { chat_background_set: { type: { type: 'fill' } } }],
  ['tasks done', { checklist_tasks_done: { marked_as_done_task_ids: [1] } }],
  ['tasks added', { checklist_tasks_added: { tasks: [{ id: 3, text: 'Sofá' }] } }],
  ['price of direct messages', { direct_message_price_changed: { are_direct_messages_enabled: true } }],
  ['price of messages', { paid_message_price_changed: { paid_message_star_count: 5 } }],
  ['topic opened', { forum_topic_created: { name: 'Vendas', icon_color: 7_322_096 } }],
  ['topic edited', { forum_topic_edited: { name: 'Compras' } }],
  ['topic closed', { forum_topic_closed: {} }],
  ['topic opened again', { forum_topic_reopened: {} }],
  ['general topic hidden', { general_forum_topic_hidden: {} }],
  ['giveaway created', { giveaway_created: { prize_star_count: 500 } }],
  ['giveaway ended', { giveaway_completed: { winner_count: 1 } }],
  ['suggested post approved', { suggested_post_approved: { send_date: date } }],
  [
    'suggested post could not be approved',
    { suggested_post_approval_failed: { price: { currency: 'XTR', amount: 5 } } },
  ],
  ['suggested post declined', { suggested_post_declined: { comment: 'hoje não' } }],
  ['suggested post paid', { suggested_post_paid: { currency: 'XTR' } }],
  ['suggested post given back', { suggested_post_refunded: { reason: 'post_deleted' } }],
  ['video chat planned', { video_chat_scheduled: { start_date: date } }],
  ['video chat begun', { video_chat_started: {} }],
  ['video chat ended', { video_chat_ended: { duration: 9 } }],
  ['asked into a video chat', { video_chat_participants_invited: { users: [ana] } }],
  ['option added to a poll', { poll_option_added: { option_persistent_id: 'aGVs', option_text: 'Domingo' } }],
  ['option taken from a poll', { poll_option_deleted: { option_persistent_id: 'aGVs', option_text: 'Domingo' } }],
  ['bot made by a bot', { managed_bot_created: { bot } }],
  ['owner changed', { chat_owner_changed: { new_owner: ana } }],
  ['owner left', { chat_owner_left: { new_owner: ana } }],
  ['chat joined a community', { community_chat_added: { community: { id: 7 } } }],
]

const elsewhere: readonly (readonly [kind: string, content: (message: Json) => unknown])[] = [
  ['business_connection', () => ({ id: 'raw', user: ana, user_chat_id: ids.user, date, is_enabled: true })],
  ['business_message', (message) => ({ ...message, business_connection_id: 'raw' })],
  ['edited_business_message', (message) => ({ ...message, business_connection_id: 'raw' })],
  ['deleted_business_messages', () => ({ business_connection_id: 'raw', message_ids: [1] })],
  ['guest_message', (message) => ({ ...message, guest_query_id: 'raw' })],
  ['channel_post', (message) => ({ ...message, chat: shop })],
  ['edited_channel_post', (message) => ({ ...message, chat: shop })],
  ['stopped_message_generation', (message) => message],
  ['message_reaction_count', () => ({ chat: shop, message_id: 1, date, reactions: [] })],
  ['inline_query', () => ({ id: 'raw', from: ana, query: 'oi', offset: '' })],
  ['chosen_inline_result', () => ({ result_id: 'raw', from: ana, query: 'oi' })],
  ['shipping_query', () => ({ id: 'raw', from: ana, invoice_payload: 'raw' })],
  ['pre_checkout_query', () => ({ id: 'raw', from: ana, currency: 'XTR', total_amount: 5 })],
  ['purchased_paid_media', () => ({ from: ana, paid_media_payload: 'raw' })],
  ['chat_member', () => ({ chat: shop, from: ana, date })],
  ['chat_join_request', () => ({ chat: shop, from: ana, user_chat_id: ids.user, date })],
  ['chat_boost', () => ({ chat: shop, boost: { boost_id: 'raw' } })],
  ['removed_chat_boost', () => ({ chat: shop, boost_id: 'raw' })],
  ['managed_bot', () => ({ user: ana, bot })],
  ['subscription', () => ({ user: ana })],
  ['update of next year', (message) => message],
]

/** Kinds of the parts of a message; a file that waits to be fetched is one already. */
const kindsOf = ({ parts }: Message): string[] =>
  parts.map(({ kind }) => (kind === 'media' || kind === 'pendingMedia' ? 'file' : kind))
/** Everything of it that people read. */
const readable = (message: Message): string =>
  JSON.stringify([message.body, message.parts.map((part) => (part.kind === 'media' ? { ...part, id: '' } : part))])

describe.each(['webhook', 'polling'] as const)('kinds of Telegram by %s', (transport) => {
  let world: TelegramWorld
  let side: BotSide
  beforeAll(async () => {
    world = await telegramWorld(transport)
    side = world.mine
  })
  afterAll(() => world.close())

  const somebody = (): Customer => world.telegram.customer(side.bot, `Eva ${randomUUID().slice(0, 8)}`)
  /** The messages of a conversation that ends with this word. */
  async function said(customer: Customer, end: string): Promise<Message[]> {
    const ticket = await side.ticket(customer.facts.first_name)
    return eventually(
      () => side.messages(ticket),
      (found) => found.at(-1)?.body === end,
    )
  }

  test.each(shown)('%s is shown', async (_, content, [body, ...kinds]) => {
    const customer = somebody()
    customer.say(content)
    const ticket = await side.ticket(customer.facts.first_name)
    expect(ticket.lastMessage).toBe(body)
    customer.say({ text: 'fim' })
    const [message, ...others] = await said(customer, 'fim')
    expect(others).toHaveLength(1)
    expect(message!.body).toBe(body)
    expect(kindsOf(message!)).toEqual(kinds)
    const words = readable(message!)
    for (const raw of [...Object.values(ids).map(String), '[object', 'undefined', '5368324170', 'hologram'])
      expect(words).not.toContain(raw)
  })

  test('what nobody said makes no conversation', async () => {
    const customer = somebody()
    for (const [, content] of unsaid) customer.say(content)
    customer.say({ text: 'fim' })
    expect((await said(customer, 'fim')).map(({ body }) => body)).toEqual(['fim'])
    expect(await world.theirs.tickets(customer.facts.first_name)).toEqual([])
  })

  test.each(elsewhere)('%s stops nothing and makes no conversation', async (kind, content) => {
    const customer = somebody()
    const message = { message_id: 1, date, chat: customer.chat.facts, from: customer.facts, text: 'lá fora' }
    side.bot.pushUnasked(kind.replaceAll(' ', '_'), content(message))
    customer.say({ text: 'fim' })
    expect((await said(customer, 'fim')).map(({ body }) => body)).toEqual(['fim'])
  })
})
