import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type Client from '@figuro/chatwoot-sdk'
import type { ChatwootAPIConfig } from '@figuro/chatwoot-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatwootWorld, phone, publicUrl, type ChatwootWorld, type Shown } from './chatwoot-api.rig.ts'
import { N8nNode, type Parameters } from './n8n-node.ts'

/*
 * Clients of Chatwoot as they are published, unchanged: the SDK that Evolution API connects with, called in the order
 * and with the values of Evolution API, and the node that people install into n8n.
 */

const load = createRequire(import.meta.url)
const { default: ChatwootClient } = load('@figuro/chatwoot-sdk') as { default: typeof Client }
const { request } = load('@figuro/chatwoot-sdk/dist/core/request') as {
  request: (config: ChatwootAPIConfig, options: object) => Promise<Shown>
}

/** Methods of a part of the client API. */
type Visitors = Record<'create' | 'get' | 'list' | 'update', (given: object) => Promise<Shown>>

let world: ChatwootWorld
beforeAll(async () => {
  world = await chatwootWorld()
})
afterAll(() => world?.close())

const config = () => ({
  basePath: world.base,
  with_credentials: true,
  credentials: 'include',
  token: world.mine.program.token,
})

describe('the SDK of Evolution API', () => {
  const client = () => new ChatwootClient({ config: config() as ChatwootAPIConfig })
  const accountId = () => world.mine.program.account
  const found = async (numbers: readonly string[]) =>
    (
      await request(config() as ChatwootAPIConfig, {
        method: 'POST',
        url: `/api/v1/accounts/${accountId()}/contacts/filter`,
        body: {
          payload: numbers.map((number, index) => ({
            attribute_key: 'phone_number',
            filter_operator: 'equal_to',
            values: [number],
            query_operator: index === numbers.length - 1 ? null : 'OR',
          })),
        },
      })
    ).payload

  it('makes its inbox, its own contact and conversation, and is told of its command', async () => {
    const path = '/chatwoot/webhook/sdk'
    const sdk = client()
    const listed = (await sdk.inboxes.list({ accountId: accountId() })) as unknown as { payload: Shown[] }
    expect(listed.payload.map(({ name }) => name)).not.toContain('sdk')
    const inbox = await sdk.inboxes.create({
      accountId: accountId(),
      data: { name: 'sdk', channel: { type: 'api', webhook_url: world.receiver.url(path) } as never },
    })
    expect(await found(['123456'])).toEqual([])
    const bot = (await sdk.contacts.create({
      accountId: accountId(),
      data: {
        inbox_id: inbox.id!,
        name: 'EvolutionAPI',
        identifier: undefined as never,
        avatar_url: 'https://evolution-api.com/files/evolution-api-favicon.png',
        phone_number: '+123456',
      },
    })) as unknown as Shown
    const [again] = await found(['123456'])
    expect(again!.id).toBe(bot.payload.contact.id)
    const conversation = await sdk.conversations.create({
      accountId: accountId(),
      data: { contact_id: String(again!.id), inbox_id: String(inbox.id) } as never,
    })
    await sdk.messages.create({
      accountId: accountId(),
      conversationId: conversation.id!,
      data: { content: 'init:5511999998888', message_type: 'outgoing' } as never,
    })
    expect(await world.told(path, 'message_created', ({ content }) => content === 'init:5511999998888')).toMatchObject({
      message_type: 'outgoing',
      conversation: { meta: { sender: { phone_number: '+123456' } } },
    })
    // The code is shown as a picture, the state as words of the contact, in the open conversation.
    const { payload } = (await sdk.contacts.listConversations({
      accountId: accountId(),
      id: again!.id,
    })) as unknown as {
      payload: Shown[]
    }
    expect(payload.find((one) => one.status === 'open')).toMatchObject({ id: conversation.id, inbox_id: inbox.id })
    const shown = (await sdk.messages.create({
      accountId: accountId(),
      conversationId: conversation.id!,
      data: {
        content: 'Leia o código',
        message_type: 'incoming',
        attachments: [{ content: Buffer.from('png').toString('base64'), encoding: 'base64', filename: 'qr.txt' }],
      } as never,
    })) as unknown as Shown
    expect(shown).toMatchObject({ message_type: 0, attachments: [{ file_type: 'file' }] })
    const { data_url } = shown.attachments![0]!
    expect(await (await fetch(data_url.replace(publicUrl, world.base))).text()).toBe('png')
  })

  it('brings what customers write with files and quotations, and takes answers out', async () => {
    const sdk = client()
    const { path, inbox } = await world.talking('sdk-cliente')
    const number = phone()
    // A Brazilian number is looked for with and without its ninth digit.
    const numbers = [number, `${number.slice(0, 4)}${number.slice(5)}`]
    expect(await found(numbers)).toEqual([])
    const made = (await sdk.contacts.create({
      accountId: accountId(),
      data: {
        inbox_id: inbox.id,
        name: 'Rita do SDK',
        identifier: `${number}@s.whatsapp.net`,
        avatar_url: null,
        phone_number: `+${number}`,
      } as never,
    })) as unknown as Shown
    const contactId = made.payload.contact.id
    expect((await found(numbers)).map(({ id }) => id)).toEqual([contactId])
    expect(
      await sdk.contacts.update({
        accountId: accountId(),
        id: contactId,
        data: { name: 'Rita Lima do SDK', avatar_url: 'https://pps.example.com/a.jpg?x=1' } as never,
      }),
    ).toMatchObject({ payload: { id: contactId, name: 'Rita Lima do SDK' } })
    await sdk.contacts.update({ accountId: accountId(), id: contactId, data: { avatar: null } as never })
    expect(await sdk.contact.getContactable({ accountId: accountId(), id: contactId })).toBeDefined()
    expect(await sdk.contacts.listConversations({ accountId: accountId(), id: contactId })).toEqual({ payload: [] })
    const conversation = await sdk.conversations.create({
      accountId: accountId(),
      data: { contact_id: String(contactId), inbox_id: String(inbox.id), status: 'pending' } as never,
    })
    const conversationId = conversation.id!
    const say = (data: object) =>
      sdk.messages.create({ accountId: accountId(), conversationId, data: data as never }) as unknown as Promise<Shown>
    const first = await say({
      content: 'Oi, **chegou**?',
      message_type: 'incoming',
      attachments: [],
      private: false,
      source_id: 'WAID:SDK1',
      content_attributes: { in_reply_to: null, in_reply_to_external_id: null },
      source_reply_id: null,
    })
    expect(first).toMatchObject({ message_type: 0, source_id: 'WAID:SDK1' })
    const reply = await say({
      content: 'É este',
      message_type: 'incoming',
      private: false,
      source_id: 'WAID:SDK2',
      content_attributes: { in_reply_to: first.id, in_reply_to_external_id: 'SDK1' },
      source_reply_id: String(first.id),
    })
    expect(reply.content_attributes).toMatchObject({ in_reply_to: first.id })
    const [ticket] = await world.ticketsOf('Rita Lima do SDK')
    const messages = await world.messagesOf(ticket!.id)
    expect(messages.map(({ body, quotedMsgId }) => [body, quotedMsgId === null])).toEqual([
      ['Oi, chegou?', true],
      ['É este', false],
    ])
    // The same message again, as after a lost answer, is the same one.
    const once = await say({ content: 'É este', message_type: 'incoming', source_id: 'WAID:SDK2' })
    expect(once.id).toBe(reply.id)

    await world.mine.admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open' })
    await world.mine.admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Chegou *hoje*' })
    expect(await world.told(path, 'message_created', ({ content }) => content === 'Chegou **hoje**')).toMatchObject({
      conversation: { id: conversationId, meta: { sender: { identifier: `${number}@s.whatsapp.net` } } },
    })
    await say({ content: '_não foi entregue_', message_type: 'outgoing', private: true })

    expect(await sdk.conversations.get({ accountId: accountId(), conversationId })).toMatchObject({
      id: conversationId,
    })
    const labels = { accountId: accountId(), conversationId }
    await world.mine.admin.ok('POST', '/tags', { tag: 'sdk', color: '#112233' })
    expect(await sdk.conversationLabels.add({ ...labels, data: { labels: ['sdk'] } })).toEqual({ payload: ['sdk'] })
    expect(await sdk.conversationLabels.list(labels)).toEqual({ payload: ['sdk'] })
    // `pending` is what a bot has: there is none here, so that the conversation waits for a person, which is `open`.
    for (const [status, current_status] of [
      ['pending', 'open'],
      ['resolved', 'resolved'],
      ['open', 'open'],
    ] as const)
      expect(
        await sdk.conversations.toggleStatus({ accountId: accountId(), conversationId, data: { status } }),
      ).toMatchObject({ payload: { success: true, current_status, conversation_id: conversationId } })
    const deleted = { accountId: accountId(), conversationId, messageId: first.id }
    await sdk.messages.delete(deleted)
    await expect(sdk.conversations.get({ accountId: accountId(), conversationId: 999_999 })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('finds a group by its identifier, and sends files as the service does beside the SDK', async () => {
    const sdk = client()
    const { inbox } = await world.talking('sdk-grupo')
    const group = `${randomInt(1e9, 9e9)}-${randomInt(1e9, 9e9)}@g.us`
    const search = async () =>
      (await sdk.contacts.search({ accountId: accountId(), q: group })) as unknown as {
        payload: { readonly id: number; readonly identifier: string }[]
      }
    expect((await search()).payload).toEqual([])
    const made = (await sdk.contacts.create({
      accountId: accountId(),
      data: { inbox_id: inbox.id, name: 'Clientes (GROUP)', identifier: group, avatar_url: null } as never,
    })) as unknown as Shown
    expect((await search()).payload.find(({ identifier }) => identifier === group)?.id).toBe(made.payload.contact.id)
    const conversation = await sdk.conversations.create({
      accountId: accountId(),
      data: { contact_id: String(made.payload.contact.id), inbox_id: String(inbox.id) } as never,
    })
    // Its own axios and form-data, with a stream of a length that nobody knows.
    const sdkPath = load.resolve('@figuro/chatwoot-sdk')
    const ofSdk = createRequire(sdkPath)
    const axios = ofSdk('axios') as { request(options: object): Promise<{ status: number; data: Shown }> }
    const FormData = createRequire(ofSdk.resolve('axios'))('form-data') as new () => {
      append(name: string, value: unknown, options?: object): void
      getHeaders(): object
    }
    const form = new FormData()
    form.append('content', '**+5511988887777 - Ana:**\n\nveja')
    form.append('message_type', 'incoming')
    form.append('attachments[]', Readable.from([Buffer.from('linha 1\n'), Buffer.from('linha 2')]), {
      filename: 'relatório final.txt',
    })
    form.append('source_id', 'WAID:GRUPO1')
    const { status, data } = await axios.request({
      method: 'post',
      maxBodyLength: Infinity,
      url: `${world.base}/api/v1/accounts/${accountId()}/conversations/${conversation.id}/messages`,
      headers: { api_access_token: world.mine.program.token, ...form.getHeaders() },
      data: form,
    })
    expect([status, data.source_id]).toEqual([200, 'WAID:GRUPO1'])
    const { data_url } = data.attachments![0]!
    expect(await (await fetch(data_url.replace(publicUrl, world.base))).text()).toBe('linha 1\nlinha 2')
    expect(decodeURIComponent(data_url)).toMatch(/relatório final\.txt$/)
  })

  it('keeps webhooks, and speaks as the visitor by the client API', async () => {
    const sdk = client()
    const url = world.receiver.url('/sdk-webhook')
    const kept = (await sdk.webhooks.create({
      accountId: accountId(),
      data: { url, subscriptions: ['message_created'] } as never,
    })) as unknown as Shown
    const { id } = kept.payload.webhook
    const listed = (await sdk.webhooks.list({ accountId: accountId() })) as unknown as {
      payload: { webhooks: Shown[] }
    }
    expect(listed.payload.webhooks.map((one) => one.id)).toContain(id)
    const { inbox } = await world.talking('sdk-visitante')
    const { inbox_identifier: inboxIdentifier } = inbox
    // Its types leave these out.
    const visitors = sdk.client as Record<'contacts' | 'conversations' | 'messages', Visitors>
    const visitor = await visitors.contacts.create({
      inboxIdentifier,
      data: { name: 'Visitante do SDK', email: 'visita@example.com' },
    })
    const contactIdentifier = visitor.source_id
    expect(await visitors.contacts.get({ inboxIdentifier, contactIdentifier })).toMatchObject({
      name: 'Visitante do SDK',
    })
    await visitors.contacts.update({ inboxIdentifier, contactIdentifier, data: { name: 'Visitante Dois' } })
    const conversation = await visitors.conversations.create({ inboxIdentifier, contactIdentifier })
    expect(await visitors.conversations.list({ inboxIdentifier, contactIdentifier })).toMatchObject([
      { id: conversation.id },
    ])
    const conversationId = conversation.id!
    await visitors.messages.create({
      inboxIdentifier,
      contactIdentifier,
      conversationId,
      data: { content: 'Olá pelo SDK' },
    })
    const said = await visitors.messages.list({ inboxIdentifier, contactIdentifier, conversationId })
    expect(said).toMatchObject([{ content: 'Olá pelo SDK' }])
    await world.told('/sdk-webhook', 'message_created', ({ content }) => content === 'Olá pelo SDK')
    await sdk.webhooks.delete({ accountId: accountId(), webhookId: id })
  })
})

describe('the node of n8n', () => {
  const node = () => new N8nNode(world.base, world.mine.program.token)
  const run = async <T = Shown>(resource: string, name: string, given: Parameters = {}): Promise<T> => {
    const answer = await node().run({ resource, name }, { account_id: world.mine.program.account, ...given })
    if (answer.status >= 300) throw new Error(`${name} answered ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as T
  }
  const json = (value: unknown) => JSON.stringify(value)

  it('does what a workflow does, with every field that it sends by itself', async () => {
    expect(await run('Profile', 'Fetch Profile')).toMatchObject({ accounts: [{ id: world.mine.program.account }] })
    const inbox = await run('Inboxes', 'Inbox Creation', {
      name: 'nó do n8n',
      channel: json({ type: 'api', webhook_url: world.receiver.url('/n8n-node') }),
    })
    expect(await run('Inboxes', 'Get Inbox', { id: inbox.id })).toMatchObject({ id: inbox.id, name: 'nó do n8n' })
    const number = phone()
    const made = await run('Contacts', 'Contact Create', {
      inbox_id: inbox.id,
      name: 'Rita do n8n',
      phone_number: `+${number}`,
      custom_attributes: json({ plano: 'prata' }),
    })
    const { id } = made.payload.contact
    expect((await run('Contacts', 'Contact Search', { q: number, page: 1 })).payload).toMatchObject([{ id }])
    const filtered = await run('Contacts', 'Contact Filter', {
      page: 1,
      payload: json([{ attribute_key: 'plano', filter_operator: 'equal_to', values: ['prata'], query_operator: null }]),
    })
    expect(filtered.payload).toMatchObject([{ id }])
    expect(await run('Contacts', 'Contact Details', { id })).toMatchObject({ payload: { id, name: 'Rita do n8n' } })
    const conversation = await run('Conversations', 'New Conversation', {
      source_id: made.payload.contact_inbox.source_id,
      inbox_id: String(inbox.id),
      contact_id: String(id),
      custom_attributes: json({ pedido: 'N-1' }),
      message: json({ content: 'Começa aqui' }),
    })
    const conversation_id = conversation.id
    await run('Messages', 'Create A New Message In A Conversation', {
      conversation_id,
      content: 'Do fluxo',
      message_type: 'incoming',
      private: false,
      content_type: 'text',
    })
    const messages = await run('Messages', 'List All Messages', { conversation_id })
    expect(messages.payload.map(({ content }) => content)).toContain('Do fluxo')
    const listed = await run<{ data: { payload: Shown[] } }>('Conversations', 'Conversation List', {
      inbox_id: inbox.id,
    })
    expect(listed.data.payload.map((one) => one.id)).toEqual([conversation_id])
    expect(
      await run('Conversations', 'Toggle Priority Of A Conversation', { conversation_id, priority: 'high' }),
    ).toBeDefined()
    await world.mine.admin.ok('POST', '/tags', { tag: 'do-n8n', color: '#112233' })
    expect(
      await run('Conversation Labels', 'Conversation Add Labels', { conversation_id, labels: json(['do-n8n']) }),
    ).toEqual({ payload: ['do-n8n'] })
    const [agent] = await run<Shown[]>('Agents', 'Get Account Agents')
    expect(
      await run('Conversation Assignment', 'Assign A Conversation', { conversation_id, assignee_id: agent!.id }),
    ).toMatchObject({ id: agent!.id })
    expect(
      await run('Conversations', 'Toggle Status Of A Conversation', { conversation_id, status: 'resolved' }),
    ).toMatchObject({ payload: { current_status: 'resolved' } })
  })

  it('is answered by every operation as an API answers, also where there is none', async () => {
    const unkind: string[] = []
    const ids = Object.fromEntries(
      ['id', 'conversation_id', 'message_id', 'inbox_id', 'team_id', 'webhook_id'].map((name) => [name, 987_654]),
    )
    const { operations } = node()
    expect(operations.length).toBeGreaterThan(100)
    for (const operation of operations) {
      const { status, type } = await node().run(operation, {
        account_id: world.mine.program.account,
        inbox_identifier: 'unknown',
        contact_identifier: 'unknown',
        conversation_uuid: 'unknown',
        ...ids,
      })
      if (status >= 500 || (status >= 400 && !type.includes('json')))
        unkind.push(`${operation.name}: ${status} ${type}`)
    }
    expect(unkind).toEqual([])
  })
})
