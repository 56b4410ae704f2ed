import { createHmac, randomInt, randomUUID } from 'node:crypto'
import type { Message } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookSecretOf } from '../../plugins/telegram/src/api/client.ts'
import { secretHeader } from '../../plugins/telegram/src/inbound/webhook.ts'
import { eventually } from '../harness/app.ts'
import type { ChannelSide } from '../harness/channel-side.ts'
import { telegramWorld, type TelegramWorld } from './telegram.rig.ts'
import { wabaWorld, type WabaWorld } from './waba.rig.ts'

/* What providers call a webhook with, beyond what their stand-ins play: each is taken, and each takes effect once. */

const torn = 'a\\ud800b\\u0000c'
const seconds = (): number => Math.floor(Date.now() / 1_000) - 5

/** What an agent sees of each message, once there are so many. */
async function seen(side: ChannelSide, name: string, count: number): Promise<string[]> {
  const messages = await eventually(
    async () => side.messages(await side.ticket(name)),
    (found) => found.length >= count,
  )
  return messages.map(({ parts }: Message) =>
    parts.map((part) => ('note' in part ? `(${part.note})` : 'text' in part ? part.text : part.kind)).join(' + '),
  )
}

describe('updates of Telegram', () => {
  let world: TelegramWorld
  beforeAll(async () => {
    world = await telegramWorld('webhook')
  })
  afterAll(() => world.close())

  /** The answers to the same update, delivered twice. */
  async function deliver(body: string): Promise<number[]> {
    const { url } = world.mine.bot.webhook!
    const secret = webhookSecretOf(world.mine.bot.token)
    const answers = []
    for (let times = 0; times < 2; times++)
      answers.push(
        (
          await fetch(url, {
            method: 'POST',
            body,
            headers: { 'content-type': 'application/json', [secretHeader]: secret },
          })
        ).status,
      )
    return answers
  }

  it('of every kind are taken; what people say is shown once, and what nobody said is not', async () => {
    const id = randomInt(1_000_000, 2_000_000_000)
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const chat = { id, type: 'private', first_name: name }
    const from = { id, is_bot: false, first_name: name }
    let count = 0
    const message = (fields: object) => ({ message: { message_id: ++count, from, chat, date: seconds(), ...fields } })
    const updates: readonly object[] = [
      message({ text: 'Oi' }),
      message({ story: { chat, id: 3 } }),
      message({ poll: { id: '1', question: 'Qual?', options: [] } }),
      message({ checklist: { title: 'Compras', tasks: [] } }),
      message({ paid_media: { star_count: 5, paid_media: [] }, caption: 'segredo' }),
      message({ invoice: { title: 'Camisa', total_amount: 1_000 } }),
      message({ rich_message: { blocks: [] } }),
      message({ web_app_data: { data: '{}', button_text: 'Abrir' } }),
      message({ text: 'TORN' }),
      message({ text: 'fim' }),
      message({ checklist_tasks_done: {} }),
      message({ giveaway_created: {} }),
      message({ suggested_post_approved: {} }),
      message({ pinned_message: {} }),
      { business_message: { message_id: 1, business_connection_id: 'x', from, chat, date: seconds(), text: 'x' } },
      {
        edited_channel_post: {
          message_id: 1,
          chat: { id: -1, type: 'channel', title: 'x' },
          date: seconds(),
          text: 'x',
        },
      },
      { channel_post: { message_id: 1, chat: { id: -1, type: 'channel', title: 'x' }, date: seconds(), text: 'x' } },
      { message_reaction_count: { chat, message_id: 1, date: seconds(), reactions: [] } },
      { poll_answer: { poll_id: '1', user: from, option_ids: [] } },
      {
        my_chat_member: {
          chat,
          from,
          date: seconds(),
          old_chat_member: { status: 'member' },
          new_chat_member: { status: 'kicked' },
        },
      },
      { edited_message: { message_id: 9_999, from, chat, date: seconds(), edit_date: seconds(), text: 'TORN' } },
      {
        message_reaction: {
          chat,
          message_id: 9_998,
          user: from,
          date: seconds(),
          old_reaction: [],
          new_reaction: [{ type: 'emoji', emoji: 'TORN' }],
        },
      },
      {
        message_reaction: {
          chat,
          message_id: 1,
          user: from,
          date: seconds(),
          old_reaction: [],
          new_reaction: [{ type: 'emoji', emoji: 'TORN' }],
        },
      },
      { chat_boost: {} },
      { inline_query: { id: '1', from, query: 'x', offset: '' } },
      { guest_message: { message_id: 1, from, chat, date: seconds(), text: 'x' } },
      { hologram: {} },
      { message: null },
      { message: { message_id: 'x' } },
    ]
    for (const [index, update] of updates.entries())
      expect(await deliver(JSON.stringify({ update_id: index + 1, ...update }).replace('TORN', torn))).toEqual([
        200, 200,
      ])
    expect(await seen(world.mine, name, 10)).toEqual([
      'Oi',
      `📖 ${name}`,
      'Qual?',
      'Compras',
      '⭐ 5\nsegredo',
      'Camisa',
      '()',
      'Abrir\n{}',
      expect.stringMatching(/^a.?b.?c$/u),
      'fim',
    ])
  })
})

describe('webhooks of WhatsApp', () => {
  let world: WabaWorld
  beforeAll(async () => {
    world = await wabaWorld()
  })
  afterAll(() => world.close())

  async function deliver(field: string, value: object): Promise<number> {
    const { line } = world.mine
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: line.account.id,
          changes: [
            { field, value: { messaging_product: 'whatsapp', metadata: { phone_number_id: line.id }, ...value } },
          ],
        },
      ],
    }).replaceAll('TORN', torn)
    const signature = createHmac('sha256', line.account.appSecret).update(body).digest('hex')
    const { webhookUrl } = await world.mine.status()
    return (
      await fetch(webhookUrl!.replace('https://recado.example', world.base), {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      })
    ).status
  }

  it('of every kind are taken; what people say is shown once, and what nobody said is not', async () => {
    const name = `Ana ${randomUUID().slice(0, 8)}`
    const from = `5511${randomInt(960_000_000, 999_999_999)}`
    const contacts = [{ profile: { name }, wa_id: from, user_id: `BR.${from}` }]
    let count = 0
    const said = (fields: object) => ({
      from,
      from_user_id: `BR.${from}`,
      id: `wamid.${from}.${++count}`,
      timestamp: String(seconds()),
      ...fields,
    })
    const messages = [
      said({ type: 'text', text: { body: 'Oi' } }),
      said({ type: 'request_welcome' }),
      said({
        type: 'unsupported',
        unsupported: { type: 'poll_creation' },
        errors: [{ code: 131051, title: 'Message type unknown' }],
      }),
      said({ type: 'ephemeral' }),
      said({
        type: 'order',
        order: {
          catalog_id: '1',
          text: 'nota',
          product_items: [{ product_retailer_id: 'A', quantity: 2, item_price: 10.5, currency: 'BRL' }],
        },
      }),
      said({
        type: 'interactive',
        interactive: { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: '{"nome":"Ana"}' } },
      }),
      said({ type: 'button', button: { text: 'Sim' } }),
      said({ type: 'text', text: { body: 'TORN' } }),
      said({ type: 'system', system: { type: 'customer_identity_changed', body: 'x' } }),
      said({ type: 'text', text: { body: 'fim' } }),
    ]
    for (let times = 0; times < 2; times++)
      for (const message of messages) expect(await deliver('messages', { contacts, messages: [message] })).toBe(200)
    expect(await deliver('messages', { contacts, messages })).toBe(200)
    const others: readonly (readonly [field: string, value: object])[] = [
      [
        'account_update',
        {
          event: 'ACCOUNT_RESTRICTION',
          restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
        },
      ],
      ['account_alerts', { entity_type: 'BUSINESS', alert_description: 'TORN' }],
      ['phone_number_name_update', { decision: 'APPROVED' }],
      ['user_preferences', { contacts, user_preferences: [] }],
      ['calls', { calls: [{ id: 'wacid' }] }],
      [
        'message_template_status_update',
        {
          event: 'FLAGGED',
          message_template_id: 5,
          message_template_name: 'oi',
          message_template_language: 'pt_BR',
          reason: 'TORN',
        },
      ],
      [
        'message_template_quality_update',
        {
          new_quality_score: 'RED',
          message_template_id: 5,
          message_template_name: 'oi',
          message_template_language: 'pt_BR',
        },
      ],
      [
        'template_category_update',
        {
          new_category: 'MARKETING',
          message_template_id: 5,
          message_template_name: 'oi',
          message_template_language: 'pt_BR',
        },
      ],
      ['history', { history: [{ errors: [{ code: 2_593_109 }] }] }],
      ['smb_app_state_sync', { state_sync: [] }],
      ['hologram', {}],
      [
        'messages',
        {
          statuses: [
            {
              id: 'wamid.nobody',
              status: 'failed',
              timestamp: '1',
              errors: [{ code: 131_049, title: 'TORN' }],
              pricing: { billable: false, pricing_model: 'PMP', category: 'marketing' },
            },
            { id: 'wamid.nobody', status: 'warning' },
          ],
        },
      ],
    ]
    for (const [field, value] of others) expect([field, await deliver(field, value)]).toEqual([field, 200])
    expect(await seen(world.mine, name, 8)).toEqual([
      'Oi',
      '(unsupported poll_creation: Message type unknown)',
      '(ephemeral)',
      '🛒 2 × A · BRL 10.5\nnota',
      'nome: Ana',
      'interactiveReply',
      expect.stringMatching(/^a.?b.?c$/u),
      'fim',
    ])
  })
})
