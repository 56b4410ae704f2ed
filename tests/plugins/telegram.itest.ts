import { randomUUID } from 'node:crypto'
import type { Connection, ConnectionCheck, Message, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { telegramWorld, type TelegramWorld } from './telegram.rig.ts'

const png = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
)
const ogg = new Uint8Array(
  Buffer.concat([
    Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
    Buffer.alloc(64),
  ]),
)
const unique = (first: string) => `${first} ${randomUUID().slice(0, 8)}`
const kinds = (message: Message) => message.parts.map((part) => part.kind)

describe.each(['webhook', 'polling'] as const)('telegram by %s', (transport) => {
  let world: TelegramWorld
  beforeAll(async () => {
    world = await telegramWorld(transport)
  })
  afterAll(() => world.close())

  /** A customer of the first company, in a conversation that an agent has taken. */
  async function talking() {
    const name = unique('Ana')
    const customer = world.telegram.customer(world.mine.bot, name)
    customer.say({ text: 'Oi' })
    return { name, customer, ticket: await world.mine.open(await world.mine.ticket(name)) }
  }

  it('S1-005 a customer writes, an agent answers, and each company has its own', async () => {
    const { customer, ticket, name } = await talking()
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'Olá! <b>não é html</b>' })
    const [answer] = await eventually(
      () => [...customer.chat.messages.values()].filter((message) => message.from.is_bot),
      (found) => found.length === 1,
    )
    expect(answer!['text']).toBe('Olá! <b>não é html</b>')
    expect(await world.mine.last(ticket, ({ status }) => status === 'sent')).toMatchObject({ fromMe: true, ack: 2 })
    expect(await world.theirs.tickets(name)).toEqual([])
    expect(world.mine.bot.webhook === undefined).toBe(transport === 'polling')
  })

  it('who writes gets the picture that they show to bots', async () => {
    const name = unique('Bia')
    const customer = world.telegram.customer(world.mine.bot, name)
    customer.chat.photo = world.telegram.world.keep(png, 'image/png').file_id
    customer.say({ text: 'Oi' })
    const ticket = await world.mine.ticket(name)
    const { profilePicUrl } = await eventually(
      () => world.mine.admin.ok<{ profilePicUrl: string | null }>('GET', `/contacts/${ticket.contactId}`),
      (contact) => contact.profilePicUrl !== null,
    )
    expect((await fetch(new URL(profilePicUrl!, world.base))).status).toBe(200)
  })

  it('who was named by an agent keeps the name when Telegram tells of them', async () => {
    const customer = world.telegram.customer(world.mine.bot, unique('Caio'))
    customer.say({ text: 'Oi' })
    const ticket = await world.mine.ticket(customer.facts.first_name)
    const contact = `/contacts/${ticket.contactId}`
    const name = unique('Cliente antigo')
    await world.mine.admin.ok('PUT', contact, { name })
    customer.chat.photo = world.telegram.world.keep(png, 'image/png').file_id
    const side = await world.connect(world.mine.admin, world.telegram.addBot())
    await side.connected()
    world.telegram.customer(side.bot, customer.facts.first_name, customer.facts.id).say({ text: 'E por aqui?' })
    const told = await eventually(
      () => side.admin.ok<{ name: string; profilePicUrl: string | null }>('GET', contact),
      ({ profilePicUrl }) => profilePicUrl !== null,
    )
    expect(told.name).toBe(name)
    await side.admin.ok('DELETE', `/whatsapp/${side.connection.id}`)
  })

  it('replies, edits and reactions both ways find their message', async () => {
    const { customer, ticket } = await talking()
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'Qual o pedido?' })
    const sent = await world.mine.last(ticket, ({ status }) => status === 'sent')
    const ours = [...customer.chat.messages.values()].at(-1)!
    const reply = customer.say({ text: 'o 42', quote: { text: 'pedido', position: 7 } }, { replyTo: ours })
    const arrived = await world.mine.last(ticket, ({ body }) => body === 'o 42')
    expect(arrived).toMatchObject({ quotedMsgId: sent.id, quote: 'pedido' })
    customer.edit(reply, { text: 'o 43' })
    await world.mine.last(ticket, ({ body, edited }) => body === 'o 43' && edited)
    customer.react(ours, '👍')
    await eventually(
      () => world.mine.messages(ticket),
      (messages) => Object.values(messages.find(({ id }) => id === sent.id)!.reaction).includes('👍'),
    )
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'Certo', quotedMsg: arrived.id })
    const answer = await eventually(
      () => [...customer.chat.messages.values()].at(-1)!,
      (message) => message['text'] === 'Certo',
    )
    expect((answer['reply_to_message'] as { message_id: number }).message_id).toBe(reply.message_id)
    customer.say({ text: 'veja', quote: { text: 'de fora', position: 0 }, forward_origin: { type: 'chat', date: 1 } })
    expect(await world.mine.last(ticket, ({ body }) => body === 'veja')).toMatchObject({
      quotedMsgId: null,
      quote: 'de fora',
      forwarded: 'once',
    })
  })

  it('S7-057 S7-058 S7-061 an agent edits, reacts and deletes, and the customer sees it', async () => {
    const { customer, ticket } = await talking()
    const { admin } = world.mine
    const first = await world.mine.last(ticket, ({ body }) => body === 'Oi')
    await admin.ok('POST', `/messages/${ticket.id}`, { body: 'Bom dai' })
    const sent = await world.mine.last(ticket, ({ status }) => status === 'sent')
    const ours = () => [...customer.chat.messages.values()].at(-1)!
    await admin.ok('POST', `/messagesEdit/${sent.id}`, { body: 'Bom dia' })
    expect(await world.mine.last(ticket, ({ edited }) => edited)).toMatchObject({ body: 'Bom dia' })
    expect(ours()['text']).toBe('Bom dia')
    // Saying the same again is no failure, at Telegram's either.
    await admin.ok('POST', `/messagesEdit/${sent.id}`, { body: 'Bom dia' })
    await world.mine.last(ticket, ({ act }) => act?.state === 'done')
    await admin.ok('POST', `/messagesReaction/${first.id}`, { reaction: '🎉' })
    await eventually(
      () => world.mine.messages(ticket),
      ([message]) => message?.act?.state === 'done',
    )
    expect([...customer.chat.messages.values()].map((message) => message['reaction'])).toContainEqual([
      { type: 'emoji', emoji: '🎉' },
    ])
    expect(await admin.refused('POST', `/messagesReaction/${first.id}`, { reaction: '🧿' })).toBe(
      '422 ERR_REACTING_MESSAGE',
    )
    world.telegram.faults.plan('deleteMessage', { status: 400, description: "Bad Request: message can't be deleted" })
    await admin.ok('DELETE', `/messages/${sent.id}`)
    expect(await world.mine.last(ticket, ({ act }) => act?.state === 'failed')).toMatchObject({
      isDeleted: false,
      act: { failure: { code: '400' } },
    })
    world.telegram.faults.plan('deleteMessage', 'dropAfter')
    await admin.ok('DELETE', `/messages/${sent.id}`)
    expect(await world.mine.last(ticket, ({ isDeleted }) => isDeleted)).toMatchObject({ body: '' })
    expect([...customer.chat.messages.values()].map((message) => message['text'])).toEqual(['Oi'])
    expect(world.telegram.calls('deleteMessage', world.theirs.bot)).toEqual([])
  })

  it('places, people and what cannot be shown arrive as what they are', async () => {
    const { customer, ticket } = await talking()
    const shown = (as: string) =>
      eventually(
        () => world.mine.admin.ok<Ticket>('GET', `/tickets/${ticket.id}`),
        ({ lastContent }) => lastContent?.as === as,
      )
    customer.say({ location: { latitude: -23.5, longitude: -46.6 } })
    expect(await shown('location')).toMatchObject({ lastMessage: '-23.5, -46.6', lastContent: { captioned: false } })
    customer.shareContact('+5511987654321')
    expect(await shown('contacts')).toMatchObject({ lastContent: { captioned: true } })
    customer.say({ story: { id: 1 } })
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 4,
    )
    expect(messages.slice(1).flatMap(kinds)).toEqual(['location', 'contacts', 'unsupported'])
  })

  it('files come by reference: the message is there at once, the bytes follow, captions can be edited', async () => {
    const { customer, ticket } = await talking()
    world.telegram.faults.plan('getFile', { status: 502, description: 'Bad Gateway' })
    const photo = customer.send('photo', png, 'image/png', { caption: 'a caixa' })
    const waiting = await world.mine.last(ticket, ({ body }) => body === 'a caixa')
    expect(JSON.stringify(waiting)).not.toContain((photo['photo'] as { file_id: string }[])[1]!.file_id)
    const shown = await world.mine.last(ticket, (message) => message.media.length === 1)
    expect(shown.parts).toMatchObject([
      { kind: 'media', as: 'image', mime: 'image/png', bytes: png.length, caption: 'a caixa', width: 640 },
    ])
    const bytes = await fetch(world.base + shown.media[0]!.url)
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(png)
    const fetches = world.telegram.calls('getFile', world.mine.bot).length
    customer.edit(photo, { caption: 'a caixa aberta' })
    const edited = await world.mine.last(ticket, ({ body }) => body === 'a caixa aberta')
    expect(edited.media).toMatchObject([{ id: shown.media[0]!.id }])
    expect(world.telegram.calls('getFile', world.mine.bot)).toHaveLength(fetches)
    expect(await world.mine.admin.ok<Ticket>('GET', `/tickets/${ticket.id}`)).toMatchObject({
      lastMessage: 'a caixa aberta',
      lastContent: { as: 'image', captioned: true },
    })
    customer.send('voice', ogg, 'audio/ogg', { duration: 3 })
    expect(
      (
        await world.mine.last(
          ticket,
          (message) => message.parts[0]!.kind === 'media' && message.media.length === 1 && message.id !== shown.id,
        )
      ).parts,
    ).toMatchObject([{ kind: 'media', as: 'voice', mime: expect.stringMatching(/^audio\/ogg/), seconds: 3 }])
  })

  it('a file that cannot be had says so, and is there when an agent asks again', async () => {
    const { customer, ticket } = await talking()
    world.telegram.faults.plan('getFile', { status: 400, description: 'Bad Request: file is too big' })
    customer.send('document', new TextEncoder().encode('a;b\n1;2\n'), 'text/csv', { name: 'lista.csv' })
    const missed = await world.mine.last(
      ticket,
      ({ parts: [part] }) => part?.kind === 'pendingMedia' && part.state === 'unavailable',
    )
    expect(await world.theirs.admin.refused('POST', `/messages/${missed.id}/media/retry`)).toBe(
      '404 ERR_NO_MESSAGE_FOUND',
    )
    const { next } = await world.mine.admin.listen()
    await world.mine.admin.ok('POST', `/messages/${missed.id}/media/retry`)
    await next(
      `${world.a.id}:ticketList`,
      (push: { type: string; payload: Message }) =>
        push.type === 'chat:update' && push.payload.id === missed.id && push.payload.media.length === 1,
    )
    expect((await world.mine.last(ticket, ({ media }) => media.length === 1)).parts).toMatchObject([
      { kind: 'media', as: 'document', name: 'lista.csv', mime: 'text/csv' },
    ])
  })

  it('a company without any storage left keeps what its customers send, and takes no file of its agents', async () => {
    const { customer, ticket } = await talking()
    await world.database.owner`update core.user_account set is_master = true where id = ${world.b.supervisor.id}`
    const master = await world.signIn(world.b.supervisor)
    await master.ok('PUT', `/tenants/${world.a.id}`, { limits: { storage: 0 } })
    customer.send('document', new TextEncoder().encode('a;b\n1;2\n'), 'text/csv', { name: 'cheio.csv' })
    const kept = await world.mine.last(ticket, ({ media }) => media.length === 1)
    expect(await (await fetch(world.base + kept.media[0]!.url)).text()).toBe('a;b\n1;2\n')
    const form = new FormData()
    form.set('medias', new File(['a'], 'a.txt', { type: 'text/plain' }))
    expect(await world.mine.admin.refused('POST', `/messages/${ticket.id}/files`, form)).toBe('413 ERR_STORAGE_FULL')
    await master.ok('PUT', `/tenants/${world.a.id}`, { limits: { storage: null } })
    await world.mine.admin.ok('POST', `/messages/${ticket.id}/files`, form)
  })

  it('sends pictures, files and long captions', async () => {
    const { customer, ticket } = await talking()
    const form = new FormData()
    form.set('body', 'veja')
    form.append('medias', new File([png], 'foto.png', { type: 'image/png' }))
    form.append('medias', new File(['%PDF-1.4\n%…\n'], 'conta.pdf', { type: 'application/pdf' }))
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, form)
    const ours = await eventually(
      () => [...customer.chat.messages.values()].filter((message) => message.from.is_bot),
      (found) => found.length === 2,
    )
    expect(ours[0]).toMatchObject({ caption: 'veja', photo: [{ mime_type: 'image/png', file_size: png.length }] })
    expect(ours[1]).toMatchObject({ document: { file_name: 'conta.pdf', mime_type: 'application/pdf' } })
  })

  it('S4-004 a group is one conversation, named after it, in which everybody is called by name', async () => {
    const title = unique('Obra')
    const group = world.telegram.group(title)
    const [ana, bia] = [world.telegram.customer(world.mine.bot, 'Ana'), world.telegram.customer(world.mine.bot, 'Bia')]
    ana.say({ text: 'chegou?' }, { chat: group })
    bia.say({ text: 'ainda não' }, { chat: group })
    const ticket = await world.mine.ticket(title)
    expect(ticket).toMatchObject({ isGroup: true, status: 'group' })
    const messages = await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 2,
    )
    expect(messages.map(({ username, body }) => [username, body])).toEqual([
      ['Ana', 'chegou?'],
      ['Bia', 'ainda não'],
    ])
    const moved = world.telegram.migrate(world.mine.bot, group)
    ana.say({ text: 'continua aqui' }, { chat: moved })
    await world.mine.last(ticket, ({ body }) => body === 'continua aqui')
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'vai às 15h' })
    await eventually(
      () => [...moved.messages.values()].map((message) => message['text']),
      (texts) => texts.includes('vai às 15h'),
    )
  })

  it('an answer follows a group that moved before anybody said so', async () => {
    const title = unique('Bairro')
    const group = world.telegram.group(title)
    world.telegram.customer(world.mine.bot, 'Ana').say({ text: 'oi' }, { chat: group })
    const ticket = await world.mine.ticket(title)
    world.mine.bot.hold()
    const moved = world.telegram.migrate(world.mine.bot, group)
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'bom dia' })
    await eventually(
      () => [...moved.messages.values()].map((message) => message['text']),
      (texts) => texts.includes('bom dia'),
    )
    expect(await world.mine.last(ticket, ({ status }) => status === 'sent')).toMatchObject({ body: 'bom dia' })
    world.mine.bot.release()
  })

  it('an answer goes into the topic that it answers, and into none where there is none', async () => {
    const title = unique('Fórum')
    const forum = world.telegram.forum(title)
    const [sales, help] = [forum.openTopic('Vendas'), forum.openTopic('Suporte')]
    const [ana, bia] = [world.telegram.customer(world.mine.bot, 'Ana'), world.telegram.customer(world.mine.bot, 'Bia')]
    ana.say({ text: 'quanto custa?' }, { chat: forum, topic: sales })
    const ticket = await world.mine.ticket(title)
    const asked = await world.mine.last(ticket, ({ body }) => body === 'quanto custa?')
    const answer = async (fields: { body: string; quotedMsg?: string }) => {
      await world.mine.admin.ok('POST', `/messages/${ticket.id}`, fields)
      const sent = await eventually(
        () => [...forum.messages.values()].find((message) => message['text'] === fields.body)!,
        Boolean,
      )
      return sent['message_thread_id']
    }
    const heard = async (body: string) => void (await world.mine.last(ticket, (message) => message.body === body))
    expect(await answer({ body: 'dez reais' })).toBe(sales.id)
    bia.say({ text: 'não liga' }, { chat: forum, topic: help })
    await heard('não liga')
    expect(await answer({ body: 'está na tomada?' })).toBe(help.id)
    expect(await answer({ body: 'e com desconto, nove', quotedMsg: asked.id })).toBe(sales.id)
    expect(await answer({ body: 'ou sem luz?' })).toBe(help.id)
    const menu = forum.add(
      {
        text: 'Escolha',
        message_thread_id: sales.id,
        is_topic_message: true,
        reply_markup: { inline_keyboard: [[{ text: 'Comprar', callback_data: 'c' }]] },
      },
      { id: world.mine.bot.id, is_bot: true, first_name: 'bot' },
    )
    ana.press(menu, 'c')
    await heard('Comprar')
    expect(await answer({ body: 'comprado' })).toBe(sales.id)
    // A thread of replies in General has a number as well.
    ana.say({ text: 'geral', message_thread_id: 3 }, { chat: forum })
    await heard('geral')
    expect(await answer({ body: 'a todos' })).toBeUndefined()
    bia.say({ text: 'fechou' }, { chat: forum, topic: help })
    await heard('fechou')
    help.isClosed = true
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'nunca' })
    expect((await world.mine.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({
      kind: 'blocked',
    })
    forum.topics.delete(help.id)
    expect(await answer({ body: 'na falta do tópico' })).toBeUndefined()
    expect(JSON.stringify(world.telegram.calls('sendMessage', world.theirs.bot))).not.toContain('message_thread_id')
  })

  it('a pressed button is an answer, and stops waiting', async () => {
    const { customer, ticket } = await talking()
    const menu = customer.chat.add(
      { text: 'Escolha', reply_markup: { inline_keyboard: [[{ text: 'Vendas', callback_data: 'v' }]] } },
      { id: world.mine.bot.id, is_bot: true, first_name: 'bot' },
    )
    customer.press(menu, 'v')
    expect((await world.mine.last(ticket, ({ body }) => body === 'Vendas')).parts).toEqual([
      { kind: 'interactiveReply', id: 'v', label: 'Vendas' },
    ])
    await eventually(() => world.telegram.calls('answerCallbackQuery', world.mine.bot).length)
  })

  it('what is delivered twice, out of order and over a restart takes effect once', async () => {
    const { customer, ticket, name } = await talking()
    world.mine.bot.copies = 3
    world.mine.bot.hold()
    const first = customer.say({ text: 'um' })
    customer.edit(first, { text: 'um!' })
    for (let index = 0; index < 10; index++) customer.say({ text: `m${index}` })
    world.mine.bot.release('reversed')
    await eventually(
      () => world.mine.messages(ticket),
      (found) => found.length === 12 && found.some(({ body }) => body === 'um!'),
    )
    world.mine.bot.hold()
    customer.say({ text: 'durante o reinício' })
    const stopped = world.restart()
    world.mine.bot.release()
    await stopped
    await world.mine.connected()
    await world.mine.last(ticket, ({ body }) => body === 'durante o reinício')
    world.mine.bot.copies = 1
    customer.say({ text: 'fim' })
    await world.mine.last(ticket, ({ body }) => body === 'fim')
    const bodies = (await world.mine.messages(ticket)).map(({ body }) => body)
    expect(bodies.toSorted()).toEqual(
      ['Oi', 'durante o reinício', 'fim', 'um!', ...Array.from({ length: 10 }, (_, index) => `m${index}`)].toSorted(),
    )
    expect(await world.mine.tickets(name)).toHaveLength(1)
  })

  it('waits as long as it is told, repeats what was not sent, and never what may have been', async () => {
    const { customer, ticket } = await talking()
    const texts = () =>
      [...customer.chat.messages.values()].filter((message) => message.from.is_bot).map((message) => message['text'])
    world.telegram.faults.plan('sendMessage', {
      status: 429,
      description: 'Too Many Requests: retry after 1',
      retryAfter: 1,
    })
    const began = Date.now()
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'com calma' })
    await world.mine.last(ticket, ({ status }) => status === 'sent')
    expect(Date.now() - began).toBeGreaterThanOrEqual(1_000)
    world.telegram.faults.plan('sendMessage', 'dropAfter')
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'talvez' })
    await world.mine.last(ticket, ({ status }) => status === 'unknown')
    expect(texts()).toEqual(['com calma', 'talvez'])
    customer.block()
    await world.mine.admin.ok('POST', `/messages/${ticket.id}`, { body: 'bloqueado' })
    expect((await world.mine.last(ticket, ({ status }) => status === 'failed')).failure).toMatchObject({ code: '403' })
    customer.block(false)
  })

  it('S3-052 S5-106 S3-048 wants a token, goes through a proxy if there is one, tests it and says which step is broken', async () => {
    const { admin } = world.mine
    const create = (config: object) => ({
      name: unique('Bot'),
      type: 'telegram',
      config: { apiRoot: world.telegram.url, ...config },
    })
    expect(await admin.refused('POST', '/whatsapp', create({}))).toBe('422 ERR_VALIDATION')
    expect(await admin.refused('POST', '/whatsapp', create({ token: 'nope' }))).toBe('422 ERR_VALIDATION')
    const check = (id: string) => admin.ok<ConnectionCheck>('POST', `/whatsapp/${id}/check`)
    expect(await check(world.mine.connection.id)).toEqual({ ok: true, identity: `@${world.mine.bot.username}` })
    const wrong = await admin.ok<{ id: string }>(
      'POST',
      '/whatsapp',
      create({ token: '123456789:nobody_has_this_token_at_all_00' }),
    )
    expect(await check(wrong.id)).toMatchObject({ ok: false, step: 'token', code: '401' })
    expect(await world.theirs.admin.refused('POST', `/whatsapp/${wrong.id}/check`)).toBe('404 ERR_NO_WAPP_FOUND')
    const lost = await admin.ok<{ id: string }>(
      'POST',
      '/whatsapp',
      create({ token: '123456789:nobody_has_this_token_at_all_00', apiRoot: 'http://127.0.0.1:1' }),
    )
    const behind = await admin.ok<{ id: string }>(
      'POST',
      '/whatsapp',
      create({
        token: '123456789:nobody_has_this_token_at_all_00',
        apiRoot: 'http://telegram.example',
        proxy: world.telegram.url,
      }),
    )
    // The answer is the simulator's: only by way of it is there a telegram.example.
    expect(await check(behind.id)).toMatchObject({ ok: false, step: 'token', code: '401' })
    expect(JSON.stringify(await admin.ok('GET', `/whatsapp/${behind.id}`))).not.toContain(world.telegram.url)
    expect(await check(lost.id)).toMatchObject({ ok: false, step: 'reach' })
    for (const { id } of [wrong, lost, behind]) await admin.ok('DELETE', `/whatsapp/${id}`)
    expect(JSON.stringify(await world.mine.status())).not.toContain(world.mine.bot.token)
  })

  it('settings are tested before a channel is made of them, and nothing is kept of the test', async () => {
    const { admin } = world.mine
    const before = await admin.ok<Connection[]>('GET', '/whatsapp')
    const test = (config: object, more: object = {}) =>
      admin.ok<ConnectionCheck>('POST', '/whatsapp/check', {
        type: 'telegram',
        config: { apiRoot: world.telegram.url, ...config },
        ...more,
      })
    const nobody = '123456789:nobody_has_this_token_at_all_00'
    expect(await test({ token: nobody })).toMatchObject({ ok: false, step: 'token', code: '401' })
    expect(await test({ token: nobody, apiRoot: 'http://127.0.0.1:1' })).toMatchObject({ ok: false, step: 'reach' })
    const bot = world.telegram.addBot()
    expect(await test({ token: bot.token })).toEqual({ ok: true, identity: `@${bot.username}` })
    const proxied = { token: nobody, apiRoot: 'http://telegram.example', proxy: world.telegram.url }
    expect(await test(proxied)).toMatchObject({ ok: false, step: 'token', code: '401' })
    // Of a channel that there is, its token fills in the one that was not typed.
    const identity = `@${world.mine.bot.username}`
    expect(await test({}, { id: world.mine.connection.id })).toEqual({ ok: true, identity })
    const body = { type: 'telegram', config: { token: 'nope', apiRoot: world.telegram.url } }
    expect(await admin.refused('POST', '/whatsapp/check', body)).toBe('422 ERR_VALIDATION')
    expect(await admin.refused('POST', '/whatsapp/check', { ...body, type: 'carrier-pigeon' })).toBe(
      '422 ERR_CHANNEL_TYPE_UNKNOWN',
    )
    expect(await (await world.signIn(world.a.user)).refused('POST', '/whatsapp/check', body)).toBe(
      '403 ERR_NO_PERMISSION',
    )
    expect(await admin.ok<Connection[]>('GET', '/whatsapp')).toEqual(before)
  })

  it('a file of a deleted channel is not waited for', async () => {
    const doomed = await world.connect(world.mine.admin, world.telegram.addBot())
    await doomed.connected()
    const name = unique('Fim')
    world.telegram.faults.plan('getFile', ...Array.from({ length: 3 }, () => ({ status: 502 })))
    world.telegram.customer(doomed.bot, name).send('photo', png, 'image/png')
    const ticket = await doomed.ticket(name)
    expect((await doomed.last(ticket, () => true)).parts).toMatchObject([{ kind: 'pendingMedia', state: 'fetching' }])
    await world.mine.admin.ok('DELETE', `/whatsapp/${doomed.connection.id}`)
    const message = await doomed.last(
      ticket,
      ({ parts: [part] }) => part?.kind === 'pendingMedia' && part.state === 'unavailable',
    )
    expect(await world.mine.admin.refused('POST', `/messages/${message.id}/media/retry`)).toBe(
      '409 ERR_CONNECTION_INACTIVE',
    )
    await eventually(() => doomed.bot.webhook === undefined)
    for (let taken = world.telegram.faults.take('getFile'); taken; taken = world.telegram.faults.take('getFile'));
  })

  it('S4-058 S4-062 S4-065 S4-067 disconnecting gives the bot back, and connecting takes it again', async () => {
    const { admin, bot } = world.theirs
    const id = world.theirs.connection.id
    await admin.ok('DELETE', `/whatsappsession/${id}`)
    await eventually(() => bot.webhook === undefined)
    expect(await world.theirs.status()).toMatchObject({ status: 'inactive', isActive: false })
    await admin.ok('POST', `/whatsappsession/${id}`)
    await world.theirs.connected()
    const name = unique('Volta')
    world.telegram.customer(bot, name).say({ text: 'voltou?' })
    await world.theirs.ticket(name)
  })
})

describe('telegram by webhook', () => {
  let world: TelegramWorld
  beforeAll(async () => {
    world = await telegramWorld('webhook')
  })
  afterAll(() => world.close())

  it('the address is shown to those who manage channels, and opens nothing without Telegram’s secret', async () => {
    const { webhookUrl } = await world.mine.status()
    expect(webhookUrl).toBe(world.mine.bot.webhook!.url)
    const user = await world.signIn(world.a.supervisor)
    expect(JSON.stringify((await user.call('GET', '/whatsapp')).body)).not.toContain('/hooks/')
    const body = JSON.stringify({
      update_id: 1,
      message: { message_id: 1, date: 1, chat: { id: 1, type: 'private' }, text: 'x' },
    })
    for (const secret of ['', 'wrong', world.theirs.bot.webhook!.secret]) {
      expect(
        (await fetch(webhookUrl!, { method: 'POST', body, headers: { 'x-telegram-bot-api-secret-token': secret } }))
          .status,
      ).toBe(401)
    }
  })
})

describe('telegram by polling', () => {
  let world: TelegramWorld
  beforeAll(async () => {
    world = await telegramWorld('polling')
  })
  afterAll(() => world.close())

  it('S4-063 another poller of the same bot is a conflict, until it is alone again', async () => {
    world.telegram.faults.plan('getUpdates', {
      status: 409,
      description: 'Conflict: terminated by other getUpdates request',
    })
    world.telegram.customer(world.mine.bot, 'Eva').say({ text: 'acorda' })
    world.telegram.customer(world.theirs.bot, 'Eva').say({ text: 'acorda' })
    const { next } = await world.mine.admin.listen()
    const other = await world.theirs.admin.listen()
    const conflict = (push: { whatsapp?: { status: string } }) => push.whatsapp?.status === 'conflict'
    await Promise.race([
      next(`${world.a.id}:whatsapp`, conflict as never),
      other.next(`${world.b.id}:whatsapp`, conflict as never),
    ])
    const after = await Promise.all([world.mine.connected(), world.theirs.connected()])
    expect(after.map(({ status }) => status)).toEqual(['connected', 'connected'])
  })
})
