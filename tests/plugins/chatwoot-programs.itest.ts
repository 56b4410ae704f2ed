import { randomInt } from 'node:crypto'
import type { Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { chatwootWorld, phone, publicUrl, type ChatwootWorld, type Shown } from './chatwoot-api.rig.ts'

let world: ChatwootWorld
beforeAll(async () => {
  world = await chatwootWorld()
})
afterAll(() => world?.close())

describe('Evolution API', () => {
  it('sets itself up, brings a customer’s words, and gets the answer of an agent', async () => {
    const { program, admin } = world.mine
    const path = '/chatwoot/webhook/loja'
    expect(await program.ok('GET', '/inboxes')).toEqual({ payload: [] })
    const inbox = await program.ok('POST', '/inboxes', {
      name: 'loja',
      channel: { type: 'api', webhook_url: world.receiver.url(path) },
    })
    expect(inbox).toMatchObject({ id: expect.any(Number), name: 'loja', channel_type: 'Channel::Api' })
    expect((await program.ok('GET', '/inboxes')).payload).toMatchObject([
      { id: inbox.id, name: 'loja', webhook_url: world.receiver.url(path) },
    ])

    // Its own contact, by a number that nobody has, and the conversation in which it shows its code.
    const filter = (number: string) => ({
      payload: [{ attribute_key: 'phone_number', filter_operator: 'equal_to', values: [number], query_operator: null }],
    })
    expect(await program.ok('POST', '/contacts/filter', filter('123456'))).toMatchObject({ payload: [] })
    const bot = await program.ok('POST', '/contacts', {
      inbox_id: inbox.id,
      name: 'EvolutionAPI',
      phone_number: '+123456',
      avatar_url: 'https://evolution-api.com/favicon.png',
    })
    expect(await program.ok('POST', '/contacts/filter', filter('123456'))).toMatchObject({
      payload: [{ id: bot.payload.contact.id, phone_number: '+123456' }],
    })
    const start = await program.ok('POST', '/conversations', {
      contact_id: String(bot.payload.contact.id),
      inbox_id: String(inbox.id),
    })
    await program.ok('POST', `/conversations/${start.id}/messages`, { content: 'init', message_type: 'outgoing' })
    expect(await world.told(path, 'message_created', ({ content }) => content === 'init')).toMatchObject({
      message_type: 'outgoing',
      inbox: { id: inbox.id, name: 'loja' },
      account: { id: program.account },
      conversation: {
        id: start.id,
        inbox_id: inbox.id,
        meta: { sender: { phone_number: '+123456' } },
        messages: [{ content: 'init', message_type: 1 }],
      },
    })

    // A customer writes.
    const number = phone()
    expect(await program.ok('POST', '/contacts/filter', filter(number))).toMatchObject({ payload: [] })
    const made = await program.ok('POST', '/contacts', {
      inbox_id: inbox.id,
      name: 'Rita Lima',
      phone_number: `+${number}`,
      identifier: `${number}@s.whatsapp.net`,
      avatar_url: null,
    })
    const contact = made.payload.contact
    expect(await program.ok('POST', '/contacts/filter', filter(number))).toMatchObject({
      meta: { count: 1 },
      payload: [{ id: contact.id, phone_number: `+${number}`, identifier: `${number}@s.whatsapp.net` }],
    })
    expect(await program.ok('GET', `/contacts/${contact.id}/conversations`)).toEqual({ payload: [] })
    const conversation = await program.ok('POST', '/conversations', {
      contact_id: String(contact.id),
      inbox_id: String(inbox.id),
    })
    expect(await program.ok('GET', `/contacts/${contact.id}/conversations`)).toMatchObject({
      payload: [{ id: conversation.id, inbox_id: inbox.id, status: 'open' }],
    })
    const said = await program.ok('POST', `/conversations/${conversation.id}/messages`, {
      content: 'Oi, **chegou**?',
      message_type: 'incoming',
      private: false,
      source_id: 'WAID:3EB0',
      content_attributes: { in_reply_to: null, in_reply_to_external_id: null },
      source_reply_id: null,
      attachments: [],
    })
    expect(said).toMatchObject({ conversation_id: conversation.id, message_type: 0, source_id: 'WAID:3EB0' })
    const form = new FormData()
    form.append('content', 'A foto')
    form.append('message_type', 'incoming')
    form.append('attachments[]', new File(['conteudo'], 'nota.txt', { type: 'text/plain' }))
    form.append('content_attributes', '[object Object]')
    form.append('source_id', 'WAID:3EB1')
    const sentFile = await program.ok('POST', `/conversations/${conversation.id}/messages`, form)
    expect(sentFile).toMatchObject({ content: 'A foto', attachments: [{ file_type: 'file' }] })

    // Agents see it as what any customer writes.
    const [ticket] = await world.ticketsOf('Rita Lima')
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 2, name: 'Rita Lima' })
    expect((await world.messagesOf(ticket!.id)).map(({ body, fromMe }) => [body, fromMe])).toEqual([
      ['Oi, chegou?', false],
      ['A foto', false],
    ])

    // An agent answers, with a file.
    await admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open' })
    await admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Chega *hoje*' })
    const answer = await world.told(path, 'message_created', ({ content }) => content === 'Chega **hoje**')
    expect(answer).toMatchObject({
      message_type: 'outgoing',
      private: false,
      content_type: 'text',
      conversation: {
        id: conversation.id,
        meta: { sender: { identifier: `${number}@s.whatsapp.net`, phone_number: `+${number}` } },
        contact_inbox: { source_id: made.payload.contact_inbox.source_id },
        messages: [{ id: answer.id, content: 'Chega **hoje**' }],
      },
      sender: { type: 'user', name: world.a.admin.name },
    })
    const upload = new FormData()
    upload.append('body', '')
    upload.append('medias', new File(['recibo'], 'recibo.txt', { type: 'text/plain' }))
    await admin.ok('POST', `/messages/${ticket!.id}`, upload)
    const withFile = await world.told(
      path,
      'message_created',
      ({ attachments, message_type }) => attachments !== undefined && message_type === 'outgoing',
    )
    const { data_url } = withFile.attachments![0]!
    expect(data_url).toMatch(new RegExp(`^${publicUrl}/public/api/v1/inboxes/.*/recibo\\.txt$`))
    const fetched = await fetch(data_url.replace(publicUrl, world.base))
    expect([fetched.status, await fetched.text()]).toEqual([200, 'recibo'])
    expect(
      (await fetch(data_url.replace(publicUrl, world.base).replace(/\.[0-9a-f]{64}/, `.${'0'.repeat(64)}`))).status,
    ).toBe(404)

    // What was told is sent; the program says how far it came.
    const mine = (await world.messagesOf(ticket!.id)).find(({ body }) => body === 'Chega hoje')!
    expect(mine.status).toBe('sent')
    const patched = await program.call(
      'PATCH',
      `/api/v1/accounts/${program.account}/conversations/${conversation.id}/messages/${answer.id}`,
      { status: 'read' },
    )
    expect(patched.status).toBe(200)
    await eventually(
      async () => (await world.messagesOf(ticket!.id)).find(({ id }) => id === mine.id)?.status,
      (status) => status === 'read',
    )
    // It is told once, and only once.
    expect(world.toldAt(path, 'message_created').filter(({ id }) => id === answer.id)).toHaveLength(1)
  })
})

describe('WAHA', () => {
  it('finds or makes a contact by all that it knows of it, and speaks by its conversation', async () => {
    const { program } = world.mine
    const inbox = await program.ok('POST', '/inboxes', {
      name: 'waha',
      channel: { type: 'api', webhook_url: world.receiver.url('/waha') },
    })
    const number = phone()
    const [chat, lid] = [`${number}@c.us`, `${randomInt(1e12, 9e12)}@lid`]
    const clause = (attribute_key: string, values: readonly string[], query_operator?: 'OR') => ({
      attribute_key,
      filter_operator: 'equal_to',
      values,
      attribute_model: 'standard',
      custom_attribute_type: '',
      ...(query_operator && { query_operator }),
    })
    const search = () =>
      program.ok('POST', '/contacts/filter', {
        payload: [
          clause('waha_whatsapp_chat_id', [chat, lid], 'OR'),
          clause('identifier', [chat, lid], 'OR'),
          clause('waha_whatsapp_jid', [chat], 'OR'),
          clause('waha_whatsapp_lid', [lid], 'OR'),
          clause('phone_number', [`+${number}`, number]),
        ],
      })
    expect((await search()).payload).toEqual([])
    // By the inbox's own address, then read by the account API.
    const created = await program.call(
      'POST',
      `/public/api/v1/inboxes/${inbox.inbox_identifier}/contacts`,
      {
        name: 'Bia WAHA',
        identifier: chat,
        avatar_url: null,
        custom_attributes: { waha_whatsapp_chat_id: chat, waha_whatsapp_jid: chat },
      },
      '',
    )
    expect(created).toMatchObject({ status: 200, body: { source_id: expect.any(String) } })
    const { id, source_id } = created.body
    expect(await program.ok('GET', `/contacts/${id}`)).toMatchObject({ payload: { id, identifier: chat } })
    await program.ok('PUT', `/contacts/${id}`, { phone_number: `+${number}` })
    const found = (await search()).payload
    expect(found).toMatchObject([
      { id, phone_number: `+${number}`, contact_inboxes: [{ source_id, inbox: { id: inbox.id } }] },
    ])
    const known = (found[0] as unknown as { custom_attributes: object }).custom_attributes
    await program.ok('PUT', `/contacts/${id}`, { custom_attributes: { ...known, waha_whatsapp_lid: lid } })
    await program.ok('PUT', `/contacts/${id}`, { avatar_url: 'https://pps.example.com/face.jpg' })
    expect((await search()).payload).toMatchObject([{ id, custom_attributes: { waha_whatsapp_lid: lid } }])

    expect(await program.ok('GET', `/contacts/${id}/conversations`)).toEqual({ payload: [] })
    const conversation = await program.ok('POST', '/conversations', {
      source_id,
      inbox_id: inbox.id,
      contact_id: id,
      status: 'open',
    })
    const path = `/conversations/${conversation.id}/messages`
    const incoming = await program.ok('POST', path, {
      content: 'Olá do WAHA',
      message_type: 'incoming',
      private: false,
      content_attributes: {},
    })
    expect(incoming).toMatchObject({ message_type: 0, conversation_id: conversation.id })
    expect(
      await program.ok('POST', path, { content: 'só aqui', private: true, message_type: 'outgoing' }),
    ).toMatchObject({ private: true })
    // A file comes in a form, named by its bytes.
    const form = new FormData()
    form.append('content', '')
    form.append('message_type', 'incoming')
    form.append('private', 'false')
    form.append('attachments[]', new File(['voz'], 'voz.txt', { type: 'text/plain' }))
    expect(await program.ok('POST', path, form)).toMatchObject({ attachments: [{ file_type: 'file' }] })
    // It is told of answers, reads the conversation as its agent, and says how far the answer came.
    const [ticket] = await world.ticketsOf('Bia WAHA')
    await world.mine.admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open' })
    await world.mine.admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Olá da loja' })
    const answer = await world.told('/waha', 'message_created', ({ content }) => content === 'Olá da loja')
    expect(answer).toMatchObject({
      conversation: { meta: { sender: { id, custom_attributes: { waha_whatsapp_chat_id: chat } } } },
    })
    for (const status of ['delivered', 'read']) await program.ok('PATCH', `${path}/${answer.id}`, { status })
    const client = `/public/api/v1/inboxes/${inbox.inbox_identifier}/contacts/${source_id}`
    const shown = `${client}/conversations/${conversation.id}`
    const seen = await program.call('POST', `${shown}/update_last_seen`, undefined, '')
    expect(seen.status).toBe(200)
    await eventually(
      async () => (await world.messagesOf(ticket!.id)).find(({ body }) => body === 'Olá da loja')!.status,
      (status) => status === 'read',
    )
  })
})

describe('Typebot', () => {
  it('hands a conversation over by its HTTP request block: contact, conversation, words', async () => {
    const { program, inbox } = await world.talking('typebot')
    // Its Chatwoot block opens a widget and calls no API; this is what people build with the HTTP request block.
    const { payload } = await program.ok('POST', '/contacts', {
      inbox_id: inbox.id,
      name: 'Visitante do Typebot',
      email: 'visitante@example.com',
      phone_number: '',
      custom_attributes: { typebot_result: 'clx1' },
    })
    const conversation = await program.ok('POST', '/conversations', {
      source_id: payload.contact_inbox.source_id,
      inbox_id: inbox.id,
      contact_id: payload.contact.id,
      custom_attributes: { assunto: 'troca' },
      message: { content: 'Quero trocar um produto' },
    })
    expect(await program.ok('GET', `/conversations/${conversation.id}`)).toMatchObject({
      custom_attributes: { assunto: 'troca' },
    })
    await program.ok('POST', `/conversations/${conversation.id}/messages`, {
      content: 'Quero trocar um produto',
      message_type: 'incoming',
    })
    const [ticket] = await world.ticketsOf('Visitante do Typebot')
    expect((await world.messagesOf(ticket!.id)).map(({ body }) => body)).toContain('Quero trocar um produto')
  })
})

describe('n8n', () => {
  it('sets, changes and removes custom attributes, those of the company with their types', async () => {
    const { program, conversation, contact } = await world.talking('atributos')
    const { admin } = world.mine
    for (const owner of ['ticket', 'contact'])
      await admin.ok('POST', '/attributes', { owner, key: `pontos_${owner}`, label: 'Pontos', type: 'number' })
    const path = `/conversations/${conversation.id}`
    const set = (body: object) => program.ok<{ custom_attributes: object }>('POST', `${path}/custom_attributes`, body)
    expect(await set({ custom_attributes: { pontos_ticket: 7, pedido: 'A1', loja: 'Sul' } })).toEqual({
      custom_attributes: { pontos_ticket: 7, pedido: 'A1', loja: 'Sul' },
    })
    const [ticket] = await world.ticketsOf('Rita atributos')
    expect((await admin.ok<Ticket>('GET', `/tickets/${ticket!.id}`)).attributes).toEqual({ pontos_ticket: 7 })
    expect(await set({ custom_attributes: { pedido: 'B2' }, merge: true })).toEqual({
      custom_attributes: { pontos_ticket: 7, pedido: 'B2', loja: 'Sul' },
    })
    expect(await set({ custom_attributes: { pedido: 'C3' } })).toEqual({
      custom_attributes: { pontos_ticket: 7, pedido: 'C3' },
    })
    const wrong = { custom_attributes: { pontos_ticket: 'muitos' } }
    const root = `/api/v1/accounts/${program.account}`
    expect(await program.call('POST', `${root}${path}/custom_attributes`, wrong)).toMatchObject({
      status: 422,
      body: { attributes: ['custom_attributes'] },
    })
    const gone = { custom_attributes: ['pontos_ticket', 'pedido', 'nunca'] }
    expect(await program.ok('POST', `${path}/destroy_custom_attributes`, gone)).toEqual({ custom_attributes: {} })

    const person = `/contacts/${contact.id}`
    await program.ok('PUT', person, { custom_attributes: { pontos_contact: 3, plano: 'ouro' } })
    const removed = await program.ok('POST', `${person}/destroy_custom_attributes`, {
      custom_attributes: ['pontos_contact', 'plano'],
    })
    expect(removed).toMatchObject({ payload: { id: contact.id, custom_attributes: {} } })
  })

  it('replaces the labels of a contact and of a conversation', async () => {
    const { program, conversation, contact } = await world.talking('rótulos')
    for (const tag of ['bronze', 'prata']) await world.mine.admin.ok('POST', '/tags', { tag, color: '#112233' })
    for (const path of [`/contacts/${contact.id}/labels`, `/conversations/${conversation.id}/labels`]) {
      expect(await program.ok('POST', path, { labels: ['bronze'] })).toEqual({ payload: ['bronze'] })
      expect(await program.ok('POST', path, { labels: ['Prata'] })).toEqual({ payload: ['prata'] })
      expect(await program.ok('GET', path)).toEqual({ payload: ['prata'] })
      const unknown = await program.call('POST', `/api/v1/accounts/${program.account}${path}`, { labels: ['novo'] })
      expect(unknown).toMatchObject({ status: 422, body: { attributes: ['labels'] } })
      expect(await program.ok('POST', path, { labels: [] })).toEqual({ payload: [] })
    }
  })

  it('labels, assigns, searches, and is told by a webhook of the account', async () => {
    const { program, conversation, contact, number } = await world.talking('n8n')
    const url = world.receiver.url('/n8n')
    const { payload } = await program.ok('POST', '/webhooks', {
      url,
      subscriptions: ['message_created', 'contact_updated', 'webwidget_triggered'],
    })
    expect(payload.webhook).toMatchObject({ url, subscriptions: ['message_created', 'contact_updated'] })
    const taken = await program.call('POST', `/api/v1/accounts/${program.account}/webhooks`, { url })
    expect(taken).toMatchObject({ status: 422, body: { attributes: ['url'] } })
    await program.ok('PUT', `/contacts/${contact.id}`, { name: 'Rita N. Oito', custom_attributes: { plano: 'ouro' } })
    expect(await world.told('/n8n', 'contact_updated', ({ id }) => id === contact.id)).toMatchObject({
      name: 'Rita N. Oito',
    })
    expect(
      await program.ok('POST', '/contacts/filter', {
        payload: [{ attribute_key: 'plano', filter_operator: 'equal_to', values: ['ouro'] }],
      }),
    ).toMatchObject({ payload: [{ id: contact.id, custom_attributes: { plano: 'ouro' } }] })
    expect(await program.ok('GET', `/contacts/search?q=${number}`)).toMatchObject({
      meta: { count: 1, current_page: 1 },
      payload: [{ id: contact.id, contact_inboxes: [{ inbox: { name: 'n8n' } }] }],
    })
    await world.mine.admin.ok('POST', '/tags', { tag: 'vip', color: '#112233' })
    expect((await program.ok('GET', '/labels')).payload).toContainEqual(
      expect.objectContaining({ title: 'vip', color: '#112233' }),
    )
    expect(await program.ok('POST', `/conversations/${conversation.id}/labels`, { labels: ['vip'] })).toEqual({
      payload: ['vip'],
    })
    const agents = await program.ok<readonly Shown[]>('GET', '/agents')
    const admin = agents.find(({ name }) => name === world.a.admin.name)!
    expect(
      await program.ok('POST', `/conversations/${conversation.id}/assignments`, { assignee_id: admin.id }),
    ).toMatchObject({
      id: admin.id,
    })
    const custom = { custom_attributes: { pedido: '1042' } }
    expect(await program.ok('POST', `/conversations/${conversation.id}/custom_attributes`, custom)).toEqual(custom)
    expect(await program.ok('GET', `/conversations/${conversation.id}`)).toMatchObject({
      labels: ['vip'],
      custom_attributes: { pedido: '1042' },
      meta: { assignee: { id: admin.id } },
    })
    expect((await program.ok('GET', '/conversations?status=open&page=1')).data.meta.all_count).toBeGreaterThan(0)
    await program.ok('POST', `/conversations/${conversation.id}/messages`, {
      content: 'Ao n8n',
      message_type: 'incoming',
    })
    await world.told('/n8n', 'message_created', ({ content }) => content === 'Ao n8n')
    expect((await program.call('GET', '/api/v1/profile')).body).toMatchObject({
      name: 'Evolution',
      accounts: [{ id: program.account }],
    })
  })
})
