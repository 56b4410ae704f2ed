import { createHmac, randomInt } from 'node:crypto'
import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { chatwootWorld, publicUrl, type ChatwootWorld, type Shown } from './chatwoot-api.rig.ts'

let world: ChatwootWorld
beforeAll(async () => {
  world = await chatwootWorld()
})
afterAll(() => world?.close())

const phone = () => `55119${randomInt(60_000_000, 99_999_999)}`
const toldAt = (path: string, event: string): Shown[] =>
  world.receiver
    .at(path)
    .map(({ body }) => body as unknown as Shown & { readonly event: string })
    .filter((body) => body.event === event)
const told = async (path: string, event: string, fits: (body: Shown) => boolean = () => true): Promise<Shown> =>
  (
    await eventually(
      async () => toldAt(path, event).filter(fits),
      (found) => found.length > 0,
    )
  )[0]!
const ticketsOf = async (words: string): Promise<Ticket[]> =>
  (
    await world.mine.admin.ok<TicketPage>(
      'GET',
      `/tickets/?status[]=pending&status[]=open&searchParam=${encodeURIComponent(words)}`,
    )
  ).tickets
const messagesOf = async (ticket: string): Promise<Message[]> =>
  (await world.mine.admin.ok<MessagePage>('GET', `/messages/${ticket}?limit=50`)).messages

/** An inbox with its address at the receiver, and a contact of it in a conversation. */
async function talking(name: string) {
  const { program } = world.mine
  const path = `/hook/${encodeURIComponent(name)}`
  const inbox = await program.ok('POST', '/inboxes', {
    name,
    channel: { type: 'api', webhook_url: world.receiver.url(path) },
  })
  const number = phone()
  const { payload } = await program.ok('POST', '/contacts', {
    inbox_id: inbox.id,
    name: `Rita ${name}`,
    phone_number: `+${number}`,
    identifier: `${number}@s.whatsapp.net`,
  })
  const conversation = await program.ok('POST', '/conversations', {
    contact_id: String(payload.contact.id),
    inbox_id: String(inbox.id),
  })
  return {
    program,
    path,
    inbox,
    number,
    contact: payload.contact,
    source: payload.contact_inbox.source_id,
    conversation,
  }
}

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
    expect(await told(path, 'message_created', ({ content }) => content === 'init')).toMatchObject({
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
    const [ticket] = await ticketsOf('Rita Lima')
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 2, name: 'Rita Lima' })
    expect((await messagesOf(ticket!.id)).map(({ body, fromMe }) => [body, fromMe])).toEqual([
      ['Oi, chegou?', false],
      ['A foto', false],
    ])

    // An agent answers, with a file.
    await admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open' })
    await admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Chega *hoje*' })
    const answer = await told(path, 'message_created', ({ content }) => content === 'Chega **hoje**')
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
    const withFile = await told(
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
    const mine = (await messagesOf(ticket!.id)).find(({ body }) => body === 'Chega hoje')!
    expect(mine.status).toBe('sent')
    const patched = await program.call(
      'PATCH',
      `/api/v1/accounts/${program.account}/conversations/${conversation.id}/messages/${answer.id}`,
      { status: 'read' },
    )
    expect(patched.status).toBe(200)
    await eventually(
      async () => (await messagesOf(ticket!.id)).find(({ id }) => id === mine.id)?.status,
      (status) => status === 'read',
    )
    // It is told once, and only once.
    expect(toldAt(path, 'message_created').filter(({ id }) => id === answer.id)).toHaveLength(1)
  })
})

describe('an inbox', () => {
  it('tells what happens in it, in order, and what the program sent by itself', async () => {
    const { program, path, conversation, contact } = await talking('eventos')
    await told(path, 'conversation_created', ({ id, status }) => id === conversation.id && status === 'open')
    const post = (body: object) => program.ok('POST', `/conversations/${conversation.id}/messages`, body)
    const said = await post({ content: 'Quanto custa?', message_type: 'incoming' })
    expect(await told(path, 'message_created', ({ id }) => id === said.id)).toMatchObject({
      message_type: 'incoming',
      sender: { id: contact.id, type: 'contact' },
    })
    const onPhone = await post({ content: 'Dez reais', message_type: 'outgoing', source_id: 'WAID:9' })
    expect(await told(path, 'message_created', ({ id }) => id === onPhone.id)).toMatchObject({
      message_type: 'outgoing',
      source_id: 'WAID:9',
      conversation: { messages: [{ source_id: 'WAID:9' }] },
    })
    // The same message of the same source is stored once.
    expect((await post({ content: 'Dez reais', message_type: 'outgoing', source_id: 'WAID:9' })).id).toBe(onPhone.id)
    const reply = await post({
      content: 'Fechado',
      message_type: 'incoming',
      content_attributes: { in_reply_to: onPhone.id },
    })
    expect(reply.content_attributes).toMatchObject({ in_reply_to: onPhone.id })
    const list = await program.ok('GET', `/conversations/${conversation.id}/messages`)
    expect(list.payload.map(({ id }) => id)).toEqual([said.id, onPhone.id, reply.id])
    const before = await program.ok('GET', `/conversations/${conversation.id}/messages?before=${reply.id}`)
    expect(before.payload).toHaveLength(2)
    const done = await program.ok('POST', `/conversations/${conversation.id}/toggle_status`, {
      status: 'resolved',
    })
    expect(done.payload).toEqual({ success: true, current_status: 'resolved', conversation_id: conversation.id })
    await told(path, 'conversation_status_changed', ({ id, status }) => id === conversation.id && status === 'resolved')
  })

  it('leaves an answer failed that its address refuses, and says so on the page', async () => {
    const { program, path, conversation } = await talking('recusa')
    await program.ok('POST', `/conversations/${conversation.id}/messages`, { content: 'Oi', message_type: 'incoming' })
    const [ticket] = await ticketsOf('Rita recusa')
    await world.mine.admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open' })
    await told(path, 'conversation_updated')
    world.receiver.answers(path, [404], true)
    await world.mine.admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Sem resposta' })
    await eventually(
      async () => (await messagesOf(ticket!.id)).at(-1)!.status,
      (status) => status === 'failed',
    )
    const { inboxes } = await world.mine.admin.ok<Shown>('GET', '/p/chatwoot-api/overview')
    expect(inboxes.find(({ name }) => name === 'recusa')).toMatchObject({
      webhookUrl: world.receiver.url(path),
      failure: { detail: expect.any(String) },
    })
  })

  it('keeps notes of programs from the contact', async () => {
    const { program, path, conversation } = await talking('notas')
    const note = await program.ok('POST', `/conversations/${conversation.id}/messages`, {
      content: 'Mensagem não enviada',
      message_type: 'outgoing',
      private: true,
    })
    expect(note).toMatchObject({ private: true, conversation_id: conversation.id, content: 'Mensagem não enviada' })
    await program.ok('POST', `/conversations/${conversation.id}/messages`, { content: 'Fim', message_type: 'incoming' })
    const [ticket] = await ticketsOf('Rita notas')
    expect(await world.mine.admin.ok('GET', `/p/chatwoot-api/tickets/${ticket!.id}/notes`)).toMatchObject([
      { program: 'Evolution', text: 'Mensagem não enviada' },
    ])
    expect(await world.theirs.admin.refused('GET', `/p/chatwoot-api/tickets/${ticket!.id}/notes`)).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
    await told(path, 'message_created', ({ content }) => content === 'Fim')
    expect(JSON.stringify(world.receiver.at(path))).not.toContain('Mensagem não enviada')
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
    const [ticket] = await ticketsOf('Bia WAHA')
    await world.mine.admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open' })
    await world.mine.admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Olá da loja' })
    const answer = await told('/waha', 'message_created', ({ content }) => content === 'Olá da loja')
    expect(answer).toMatchObject({
      conversation: { meta: { sender: { id, custom_attributes: { waha_whatsapp_chat_id: chat } } } },
    })
    for (const status of ['delivered', 'read']) await program.ok('PATCH', `${path}/${answer.id}`, { status })
    const client = `/public/api/v1/inboxes/${inbox.inbox_identifier}/contacts/${source_id}`
    const shown = `${client}/conversations/${conversation.id}`
    const seen = await program.call('POST', `${shown}/update_last_seen`, undefined, '')
    expect(seen.status).toBe(200)
    await eventually(
      async () => (await messagesOf(ticket!.id)).find(({ body }) => body === 'Olá da loja')!.status,
      (status) => status === 'read',
    )
  })
})

describe('Typebot', () => {
  it('hands a conversation over by its HTTP request block: contact, conversation, words', async () => {
    const { program, inbox } = await talking('typebot')
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
    const [ticket] = await ticketsOf('Visitante do Typebot')
    expect((await messagesOf(ticket!.id)).map(({ body }) => body)).toContain('Quero trocar um produto')
  })
})

describe('files', () => {
  it('have addresses that work, also the first two of a company, told at once', async () => {
    const { program } = world.theirs
    const inbox = await program.ok('POST', '/inboxes', { name: 'primeiros', channel: { type: 'api' } })
    const told = await Promise.all(
      ['um', 'dois', 'três', 'quatro'].map(async (words) => {
        const { payload } = await program.ok('POST', '/contacts', { inbox_id: inbox.id, name: words })
        const conversation = await program.ok('POST', '/conversations', {
          contact_id: payload.contact.id,
          inbox_id: inbox.id,
        })
        const form = new FormData()
        form.append('message_type', 'incoming')
        form.append('attachments[]', new File([words], 'nota.txt', { type: 'text/plain' }))
        const sent = await program.ok('POST', `/conversations/${conversation.id}/messages`, form)
        return { words, address: sent.attachments![0]!.data_url }
      }),
    )
    for (const { words, address } of told) {
      const answer = await fetch(address.replace(publicUrl, world.base))
      expect([answer.status, await answer.text()]).toEqual([200, words])
    }
  })
})

describe('n8n', () => {
  it('sets, changes and removes custom attributes, those of the company with their types', async () => {
    const { program, conversation, contact } = await talking('atributos')
    const { admin } = world.mine
    for (const owner of ['ticket', 'contact'])
      await admin.ok('POST', '/attributes', { owner, key: `pontos_${owner}`, label: 'Pontos', type: 'number' })
    const path = `/conversations/${conversation.id}`
    const set = (body: object) => program.ok<{ custom_attributes: object }>('POST', `${path}/custom_attributes`, body)
    expect(await set({ custom_attributes: { pontos_ticket: 7, pedido: 'A1', loja: 'Sul' } })).toEqual({
      custom_attributes: { pontos_ticket: 7, pedido: 'A1', loja: 'Sul' },
    })
    const [ticket] = await ticketsOf('Rita atributos')
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
    const { program, conversation, contact } = await talking('rótulos')
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
    const { program, conversation, contact, number } = await talking('n8n')
    const url = world.receiver.url('/n8n')
    const { payload } = await program.ok('POST', '/webhooks', {
      url,
      subscriptions: ['message_created', 'contact_updated', 'webwidget_triggered'],
    })
    expect(payload.webhook).toMatchObject({ url, subscriptions: ['message_created', 'contact_updated'] })
    const taken = await program.call('POST', `/api/v1/accounts/${program.account}/webhooks`, { url })
    expect(taken).toMatchObject({ status: 422, body: { attributes: ['url'] } })
    await program.ok('PUT', `/contacts/${contact.id}`, { name: 'Rita N. Oito', custom_attributes: { plano: 'ouro' } })
    expect(await told('/n8n', 'contact_updated', ({ id }) => id === contact.id)).toMatchObject({ name: 'Rita N. Oito' })
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
    await told('/n8n', 'message_created', ({ content }) => content === 'Ao n8n')
    expect((await program.call('GET', '/api/v1/profile')).body).toMatchObject({
      name: 'Evolution',
      accounts: [{ id: program.account }],
    })
  })
})

describe('the client API', () => {
  it('lets a contact of an inbox begin a conversation and write, by its own id alone', async () => {
    const { program, inbox } = await talking('clientes')
    const root = `/public/api/v1/inboxes/${inbox.inbox_identifier}`
    const person = (await program.call('POST', `${root}/contacts`, { name: 'Léo', identifier: 'leo-1' }, '')).body
    expect(person).toMatchObject({ id: expect.any(Number), name: 'Léo', source_id: expect.any(String) })
    const own = `${root}/contacts/${person.source_id}`
    const made = (await program.call('POST', `${own}/conversations`, {}, '')).body
    const message = await program.call('POST', `${own}/conversations/${made.id}/messages`, { content: 'Do site' }, '')
    expect(message).toMatchObject({ status: 200, body: { content: 'Do site', message_type: 0 } })
    expect((await program.call('GET', `${own}/conversations/${made.id}/messages`, undefined, '')).body).toMatchObject([
      { content: 'Do site' },
    ])
    for (const [path, body] of [
      ['toggle_typing', { typing_status: 'on' }],
      ['update_last_seen', undefined],
    ] as const)
      expect((await program.call('POST', `${own}/conversations/${made.id}/${path}`, body, '')).status).toBe(200)
    // Nobody reaches another's conversation by its number.
    const other = (await program.call('POST', `${root}/contacts`, { name: 'Ana' }, '')).body
    const theirs = `${root}/contacts/${other.source_id}/conversations/${made.id}`
    expect((await program.call('GET', `${theirs}/messages`, undefined, '')).status).toBe(404)
    expect((await program.call('GET', `${root}/contacts/nobody`, undefined, '')).status).toBe(404)
  })

  it('takes an identifier where proof is demanded only with its hash', async () => {
    const { program, inbox } = await talking('provas')
    await program.ok('PATCH', `/inboxes/${inbox.id}`, { channel: { hmac_mandatory: true } })
    const root = `/public/api/v1/inboxes/${inbox.inbox_identifier}/contacts`
    const said = { name: 'Bia', identifier: 'bia-1' }
    expect((await program.call('POST', root, said, '')).status).toBe(401)
    expect((await program.call('POST', root, { ...said, identifier_hash: 'ab'.repeat(32) }, '')).status).toBe(401)
    const identifier_hash = createHmac('sha256', inbox.hmac_token).update('bia-1').digest('hex')
    expect((await program.call('POST', root, { ...said, identifier_hash }, '')).status).toBe(200)
  })
})

describe('the walls', () => {
  it('a token opens its own account alone, and ids of another company are none', async () => {
    const { program, conversation, contact, inbox } = await talking('muros')
    const other = world.theirs.program
    for (const token of ['', 'rck_x', `${program.token}x`])
      expect((await program.call('GET', `/api/v1/accounts/${program.account}/inboxes`, undefined, token)).status).toBe(
        401,
      )
    expect((await other.call('GET', `/api/v1/accounts/${program.account}/inboxes`)).status).toBe(401)
    const far = (path: string) => other.call('GET', `/api/v1/accounts/${other.account}${path}`)
    for (const path of [`/conversations/${conversation.id}`, `/contacts/${contact.id}`, `/inboxes/${inbox.id}`])
      expect((await far(path)).status, path).toBe(404)
    expect(JSON.stringify((await far('/inboxes')).body)).not.toContain('muros')
    expect(JSON.stringify((await far('/contacts')).body)).not.toContain('Rita')
    // A token that an administrator ends opens nothing any more.
    const { id, token } = await world.mine.admin.ok<{ id: string; token: string }>('POST', '/p/chatwoot-api/tokens', {
      name: 'Breve',
    })
    expect((await program.call('GET', '/api/v1/profile', undefined, token)).status).toBe(200)
    await world.mine.admin.ok('DELETE', `/p/chatwoot-api/tokens/${id}`)
    expect((await program.call('GET', '/api/v1/profile', undefined, token)).status).toBe(401)
  })

  it('answers bodies of any shape with a refusal, never with a failure', async () => {
    const { program, conversation, contact, inbox } = await talking('hostis')
    const root = `/api/v1/accounts/${program.account}`
    const shapes: unknown[] = [
      [],
      {},
      { content: ['a'] },
      { content: { a: 1 }, message_type: 'incoming' },
      { content: 'a'.repeat(70_000), message_type: 'incoming' },
      { content: 'a', message_type: 7 },
      { content: 'a', content_attributes: Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`k${n}`, n])) },
      { name: { a: 1 } },
      { name: ['x'], phone_number: 'abc' },
      { phone_number: ['+5511999999999'], identifier: { a: 1 } },
      { payload: 'x' },
      { payload: [{ attribute_key: 1 }] },
      { inbox_id: 'x', contact_id: -1 },
      { inbox_id: 99_999_999_999, source_id: 'x' },
      { channel: 'api', name: 'x' },
      { labels: [{ a: 1 }], status: ['x'], assignee_id: { a: 1 } },
      { url: 'http://169.254.169.254/x', subscriptions: 'x' },
    ]
    const calls = [
      ['POST', '/inboxes'],
      ['PATCH', `/inboxes/${inbox.id}`],
      ['POST', '/contacts'],
      ['PUT', `/contacts/${contact.id}`],
      ['POST', '/contacts/filter'],
      ['POST', '/conversations/filter'],
      ['POST', '/actions/contact_merge'],
      ['POST', '/conversations'],
      ['POST', `/conversations/${conversation.id}/messages`],
      ['POST', `/conversations/${conversation.id}/toggle_status`],
      ['POST', `/conversations/${conversation.id}/assignments`],
      ['PATCH', `/conversations/${conversation.id}`],
      ['POST', `/conversations/${conversation.id}/toggle_typing_status`],
      ['POST', `/conversations/${conversation.id}/labels`],
      ['POST', `/contacts/${contact.id}/labels`],
      ['POST', `/conversations/${conversation.id}/custom_attributes`],
      ['POST', `/conversations/${conversation.id}/destroy_custom_attributes`],
      ['POST', `/contacts/${contact.id}/destroy_custom_attributes`],
      ['POST', '/webhooks'],
    ] as const
    for (const [method, path] of calls)
      for (const body of shapes) {
        const { status } = await program.call(method, `${root}${path}`, body)
        expect(status, `${method} ${path} ${JSON.stringify(body).slice(0, 80)}`).toBeLessThan(500)
      }
    for (const id of ['0', '-1', 'x', '1.5', '99999999999', '2147483648'])
      expect((await program.call('GET', `${root}/conversations/${id}`)).status, id).toBe(404)
  })
})
