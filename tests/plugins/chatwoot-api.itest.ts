import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../harness/app.ts'
import { chatwootWorld, publicUrl, type ChatwootWorld, type Shown } from './chatwoot-api.rig.ts'

let world: ChatwootWorld
beforeAll(async () => {
  world = await chatwootWorld()
})
afterAll(() => world?.close())

describe('an inbox', () => {
  it('tells what happens in it, in order, and what the program sent by itself', async () => {
    const { program, path, conversation, contact } = await world.talking('eventos')
    await world.told(path, 'conversation_created', ({ id, status }) => id === conversation.id && status === 'open')
    const post = (body: object) => program.ok('POST', `/conversations/${conversation.id}/messages`, body)
    const said = await post({ content: 'Quanto custa?', message_type: 'incoming' })
    expect(await world.told(path, 'message_created', ({ id }) => id === said.id)).toMatchObject({
      message_type: 'incoming',
      sender: { id: contact.id, type: 'contact' },
    })
    const onPhone = await post({ content: 'Dez reais', message_type: 'outgoing', source_id: 'WAID:9' })
    expect(await world.told(path, 'message_created', ({ id }) => id === onPhone.id)).toMatchObject({
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
    await world.told(
      path,
      'conversation_status_changed',
      ({ id, status }) => id === conversation.id && status === 'resolved',
    )
  })

  it('leaves an answer failed that its address refuses, and says so on the page', async () => {
    const { program, path, conversation } = await world.talking('recusa')
    await program.ok('POST', `/conversations/${conversation.id}/messages`, { content: 'Oi', message_type: 'incoming' })
    const [ticket] = await world.ticketsOf('Rita recusa')
    await world.mine.admin.ok('PUT', `/tickets/${ticket!.id}`, { status: 'open' })
    await world.told(path, 'conversation_updated')
    world.receiver.answers(path, [404], true)
    await world.mine.admin.ok('POST', `/messages/${ticket!.id}`, { body: 'Sem resposta' })
    await eventually(
      async () => (await world.messagesOf(ticket!.id)).at(-1)!.status,
      (status) => status === 'failed',
    )
    const { inboxes } = await world.mine.admin.ok<Shown>('GET', '/p/chatwoot-api/overview')
    expect(inboxes.find(({ name }) => name === 'recusa')).toMatchObject({
      webhookUrl: world.receiver.url(path),
      failure: { detail: expect.any(String) },
    })
  })

  it('keeps notes of programs from the contact', async () => {
    const { program, path, conversation } = await world.talking('notas')
    const note = await program.ok('POST', `/conversations/${conversation.id}/messages`, {
      content: 'Mensagem não enviada',
      message_type: 'outgoing',
      private: true,
    })
    expect(note).toMatchObject({ private: true, conversation_id: conversation.id, content: 'Mensagem não enviada' })
    await program.ok('POST', `/conversations/${conversation.id}/messages`, { content: 'Fim', message_type: 'incoming' })
    const [ticket] = await world.ticketsOf('Rita notas')
    expect(await world.mine.admin.ok('GET', `/p/chatwoot-api/tickets/${ticket!.id}/notes`)).toMatchObject([
      { program: 'Evolution', text: 'Mensagem não enviada' },
    ])
    expect(await world.theirs.admin.refused('GET', `/p/chatwoot-api/tickets/${ticket!.id}/notes`)).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
    await world.told(path, 'message_created', ({ content }) => content === 'Fim')
    expect(JSON.stringify(world.receiver.at(path))).not.toContain('Mensagem não enviada')
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

describe('the client API', () => {
  it('lets a contact of an inbox begin a conversation and write, by its own id alone', async () => {
    const { program, inbox } = await world.talking('clientes')
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
    const { program, inbox } = await world.talking('provas')
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
    const { program, conversation, contact, inbox } = await world.talking('muros')
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
    const { program, conversation, contact, inbox } = await world.talking('hostis')
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
