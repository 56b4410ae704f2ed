import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { hasFfmpeg } from '../harness/ffmpeg.ts'

interface Member {
  id: string
  name: string
  isAdmin: boolean
  readSeq: number
}
interface Chat {
  id: string
  kind: string
  name: string
  unread: number
  isOpen: boolean
  isAdmin: boolean
  memberCount: number
  last: { excerpt: string; kind: string } | null
  members: Member[]
}
interface Message {
  id: string
  seq: number
  content: string
  user: { id: string; name: string }
  isDeleted: boolean
  editedAt: string | null
  happening: { kind: string; people: { name: string }[] } | null
  replyTo: { seq: number; excerpt: string } | null
  quote: { kind: string; contact?: string; message?: { body: string } | null } | null
  files: { id: string; name: string; path: string; seconds: number | null }[]
  reactions: { emoji: string; users: { name: string }[] }[]
}
interface Page {
  messages: Message[]
  older: boolean
  newer: boolean
}

const base = '/p/internal-chat'
const keyed = () => ({ key: randomUUID() })
let node: TestApp
/** Administrator, agent in sales, agent in support; and the other company's administrator. */
let [ana, ugo, caio, bia]: Person[] = []

beforeAll(async () => {
  node = await testApp()
  ;[ana, ugo, caio, bia] = await Promise.all(
    [node.a.admin, node.a.user, node.a.colleague, node.b.admin].map((user) => node.signIn(user)),
  )
})
afterAll(() => node.close())

const open = (person: Person, draft: object) => person.ok<Chat>('POST', `${base}/chats`, draft)
const say = (person: Person, chat: string, content: string, more: object = {}) =>
  person.ok<Message>('POST', `${base}/chats/${chat}/messages`, { ...keyed(), content, ...more })
const thread = (person: Person, chat: string, query = '') =>
  person.ok<Page>('GET', `${base}/chats/${chat}/messages${query}`)
const chatOf = async (person: Person, id: string) =>
  (await person.ok<{ chats: Chat[] }>('GET', `${base}/chats`)).chats.find((chat) => chat.id === id)
const unread = async (person: Person) => (await person.ok<{ count: number }>('GET', `${base}/unread`)).count
const contents = ({ messages }: Page) => messages.map(({ content }) => content)
const direct = () => open(ana!, { userId: node.a.user.id })

describe('a chat of two', () => {
  test('S1-033 is one for both, whoever opens it, and what is written counts as unread until it is read', async () => {
    const chat = await direct()
    expect((await open(ugo!, { userId: node.a.admin.id })).id).toBe(chat.id)
    expect(chat).toMatchObject({ kind: 'direct', name: node.a.user.name, memberCount: 2, isOpen: true })
    await say(ana!, chat.id, ' Pode ver isto? ')
    const second = await say(ana!, chat.id, 'É urgente')
    expect(await chatOf(ugo!, chat.id)).toMatchObject({
      name: node.a.admin.name,
      unread: 2,
      last: { excerpt: 'É urgente', kind: 'text' },
    })
    expect([await unread(ugo!), await unread(ana!)]).toEqual([1, 0])
    expect(contents(await thread(ugo!, chat.id))).toEqual(['Pode ver isto?', 'É urgente'])
    await ugo!.ok('POST', `${base}/chats/${chat.id}/read`, { seq: second.seq })
    expect(await unread(ugo!)).toBe(0)
    const { members } = await ana!.ok<Chat>('GET', `${base}/chats/${chat.id}`)
    expect(members.find(({ id }) => id === node.a.user.id)!.readSeq).toBe(second.seq)
  })

  test('open screens learn of a message, of reading and of typing at once; nobody else learns of it', async () => {
    const chat = await direct()
    const [listening, stranger, other] = await Promise.all([ugo!.listen(), caio!.listen(), bia!.listen()])
    const event = `${node.a.id}:plugin`
    await ana!.ok('POST', `${base}/chats/${chat.id}/typing`, { typing: true })
    expect(await listening.next(`${event}Fleeting`)).toMatchObject({
      plugin: 'internal-chat',
      name: 'typing',
      data: { chatId: chat.id, userId: node.a.admin.id, typing: true },
    })
    const message = await say(ana!, chat.id, 'segredo')
    const named = (name: string) => listening.next(event, (push: { name: string }) => push.name === name)
    expect(await named('message')).toMatchObject({ data: { chatId: chat.id, messageId: message.id } })
    expect(await named('notice')).toMatchObject({
      data: { text: `${node.a.admin.name}: segredo`, path: `/chat-interno?conversa=${chat.id}` },
    })
    await named('badge')
    await ugo!.ok('POST', `${base}/chats/${chat.id}/read`, { seq: message.seq })
    expect(await named('read')).toMatchObject({ data: { userId: node.a.user.id, readSeq: message.seq } })
    for (const { received } of [stranger, other])
      expect(received.filter((push) => push.event.includes(':plugin'))).toEqual([])
  })

  test('the same key writes once, also when it comes twice at once', async () => {
    const chat = await direct()
    const key = keyed()
    const [one, other] = await Promise.all([
      ana!.ok<Message>('POST', `${base}/chats/${chat.id}/messages`, { ...key, content: 'uma vez' }),
      ana!.ok<Message>('POST', `${base}/chats/${chat.id}/messages`, { ...key, content: 'uma vez' }),
    ])
    expect(one.id).toBe(other.id)
    expect(contents(await thread(ugo!, chat.id)).filter((content) => content === 'uma vez')).toHaveLength(1)
  })

  test('messages that are written at once stand in one order, without a gap', async () => {
    const chat = await direct()
    const before = (await thread(ana!, chat.id)).messages.at(-1)!.seq
    await Promise.all(Array.from({ length: 12 }, (_, n) => say(n % 2 ? ana! : ugo!, chat.id, `junto ${n}`)))
    const seqs = (await thread(ana!, chat.id, `?after=${before}`)).messages.map(({ seq }) => seq)
    expect(seqs).toEqual(Array.from({ length: 12 }, (_, n) => before + 1 + n))
  })

  test('nobody else reads or writes in it, neither a colleague nor another company', async () => {
    const chat = await direct()
    const message = await say(ana!, chat.id, 'entre nós')
    for (const stranger of [caio!, bia!])
      for (const [method, path, body] of [
        ['GET', `/chats/${chat.id}`],
        ['GET', `/chats/${chat.id}/messages`],
        ['POST', `/chats/${chat.id}/messages`, { ...keyed(), content: 'x' }],
        ['POST', `/chats/${chat.id}/typing`, { typing: true }],
        ['POST', `/chats/${chat.id}/read`, { seq: 1 }],
        ['GET', `/messages/${message.id}`],
        ['PATCH', `/messages/${message.id}`, { content: 'x' }],
        ['DELETE', `/messages/${message.id}`],
        ['PUT', `/messages/${message.id}/reaction`, { emoji: '👍' }],
      ] as const)
        expect((await stranger.call(method, `${base}${path}`, body)).status, path).toBe(404)
    expect((await bia!.call('POST', `${base}/chats`, { userId: node.a.user.id })).status).toBe(404)
    expect((await caio!.ok<{ messages: unknown[] }>('GET', `${base}/search?searchParam=entre`)).messages).toEqual([])
  })

  test('words are changed and deleted by their author; a deleted message keeps its place and nothing else', async () => {
    const chat = await direct()
    const message = await say(ana!, chat.id, 'Amanhã às 9')
    expect(await ugo!.call('PATCH', `${base}/messages/${message.id}`, { content: 'x' })).toMatchObject({
      status: 403,
      body: { error: 'ERR_CHAT_NOT_YOURS' },
    })
    await ana!.ok('PATCH', `${base}/messages/${message.id}`, { content: 'Amanhã às 10' })
    await ugo!.ok('PUT', `${base}/messages/${message.id}/reaction`, { emoji: '👍' })
    expect(await ugo!.ok<Message>('GET', `${base}/messages/${message.id}`)).toMatchObject({
      content: 'Amanhã às 10',
      editedAt: expect.any(String),
      reactions: [{ emoji: '👍', users: [{ name: node.a.user.name }] }],
    })
    await ana!.ok('DELETE', `${base}/messages/${message.id}`)
    expect(await ugo!.ok<Message>('GET', `${base}/messages/${message.id}`)).toMatchObject({
      content: '',
      isDeleted: true,
      reactions: [],
    })
    expect((await ana!.call('PATCH', `${base}/messages/${message.id}`, { content: 'x' })).status).toBe(404)
  })

  test('an answer shows what it answers, and a reaction is one emoji', async () => {
    const chat = await direct()
    const message = await say(ana!, chat.id, 'Quem atende?')
    expect(await say(ugo!, chat.id, 'Eu', { replyTo: message.id })).toMatchObject({
      replyTo: { seq: message.seq, excerpt: 'Quem atende?' },
    })
    expect((await ugo!.call('PUT', `${base}/messages/${message.id}/reaction`, { emoji: 'ok' })).status).toBe(422)
    await ugo!.ok('PUT', `${base}/messages/${message.id}/reaction`, { emoji: '👍' })
    const taken = await ugo!.ok<Message>('PUT', `${base}/messages/${message.id}/reaction`, { emoji: null })
    expect(taken.reactions).toEqual([])
  })
})

describe('colleagues', () => {
  test('S7-019 GET /users/chat-interno/ answers with whom one may talk, and never the other company', async () => {
    for (const path of ['/users/chat-interno/', '/users/chat-interno']) {
      const { users, groups } = await ana!.ok<{
        users: { id: string; name: string; isOnline: boolean; chatId: string | null }[]
        groups: unknown[]
      }>('GET', path)
      expect(users.map(({ id }) => id)).toEqual(expect.arrayContaining([node.a.user.id, node.a.colleague.id]))
      expect(users.map(({ id }) => id)).not.toContain(node.a.admin.id)
      expect(users.map(({ id }) => id)).not.toContain(node.b.admin.id)
      expect(users.find(({ id }) => id === node.a.user.id)!.chatId).toBe((await direct()).id)
      expect(groups).toEqual([])
    }
    const isOnline = async () =>
      (await ana!.ok<{ users: { id: string; isOnline: boolean }[] }>('GET', '/users/chat-interno/')).users.find(
        ({ id }) => id === node.a.user.id,
      )!.isOnline
    await ugo!.listen()
    await eventually(isOnline, (online) => online)
  })
})

describe('groups', () => {
  test('S1-034 colleagues make them, and their administrators look after them', async () => {
    const group = await open(ugo!, { name: 'Plantão', userIds: [node.a.colleague.id] })
    expect(group).toMatchObject({ kind: 'group', isAdmin: true, memberCount: 2 })
    expect(await caio!.call('PATCH', `${base}/chats/${group.id}`, { name: 'x' })).toMatchObject({
      status: 403,
      body: { error: 'ERR_CHAT_ADMIN_ONLY' },
    })
    await ugo!.ok('PATCH', `${base}/chats/${group.id}`, { name: 'Plantão de sábado' })
    await ugo!.ok('POST', `${base}/chats/${group.id}/members`, { userIds: [node.a.admin.id] })
    await say(ana!, group.id, 'Cheguei')
    expect(await chatOf(caio!, group.id)).toMatchObject({ name: 'Plantão de sábado', unread: 1, memberCount: 3 })
    await ugo!.ok('DELETE', `${base}/chats/${group.id}/members/${node.a.admin.id}`)
    expect((await ana!.call('GET', `${base}/chats/${group.id}/messages`)).status).toBe(404)
    // The last administrator leaves: who is left looks after it.
    await ugo!.ok('DELETE', `${base}/chats/${group.id}/members/${node.a.user.id}`)
    expect(await chatOf(caio!, group.id)).toMatchObject({ isAdmin: true, memberCount: 1 })
    const told = (await thread(caio!, group.id)).messages.flatMap(({ happening }) => happening ?? [])
    expect(told.map(({ kind }) => kind)).toEqual(['created', 'renamed', 'added', 'removed', 'left'])
  })

  test('S1-034 a group of users has its chat, whose members are those of the group now', async () => {
    const { id: groupId } = await ana!.ok<{ id: string }>('POST', '/user-groups', {
      name: 'Vendas',
      userIds: [node.a.user.id, node.a.colleague.id],
    })
    expect(await ana!.call('POST', `${base}/chats`, { groupId })).toMatchObject({ status: 404 })
    const chat = await open(ugo!, { groupId })
    expect(chat).toMatchObject({ kind: 'team', name: 'Vendas', memberCount: 2 })
    await say(ugo!, chat.id, 'Bom dia, vendas')
    expect(contents(await thread(caio!, chat.id))).toEqual(['Bom dia, vendas'])
    await ana!.ok('PUT', `/user-groups/${groupId}`, { name: 'Vendas', userIds: [node.a.user.id, node.a.admin.id] })
    expect((await caio!.call('GET', `${base}/chats/${chat.id}/messages`)).status).toBe(404)
    expect(contents(await thread(ana!, chat.id))).toEqual(['Bom dia, vendas'])
    await ana!.ok('DELETE', `/user-groups/${groupId}`)
    expect(await ugo!.call('POST', `${base}/chats/${chat.id}/messages`, { ...keyed(), content: 'x' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CHAT_CLOSED' },
    })
  })

  test('only members are named, and who is named is notified as they chose', async () => {
    const group = await open(ana!, { name: 'Menções', userIds: [node.a.user.id] })
    expect(
      await ana!.call('POST', `${base}/chats/${group.id}/messages`, {
        ...keyed(),
        content: `<@${node.a.colleague.id}>`,
      }),
    ).toMatchObject({ status: 422, body: { error: 'ERR_CHAT_NOT_A_MEMBER' } })
    const choose = (notify: string) => ugo!.ok('PUT', `${base}/chats/${group.id}/notify`, { notify })
    const listening = await ugo!.listen()
    const noticed = (text: string) =>
      listening.next(
        `${node.a.id}:plugin`,
        (push: { name: string; data: { text?: string } }) =>
          push.name === 'notice' && push.data.text === `${node.a.admin.name} (Menções): ${text}`,
      )
    await choose('mentions')
    const before = await unread(ugo!)
    await say(ana!, group.id, 'para todos')
    expect(await unread(ugo!)).toBe(before)
    await say(ana!, group.id, `<@${node.a.user.id}> veja`)
    expect(await unread(ugo!)).toBe(before + 1)
    await noticed(`@${node.a.user.name} veja`)
    await choose('none')
    await say(ana!, group.id, `<@${node.a.user.id}> em silêncio`)
    expect(await unread(ugo!)).toBe(before)
    await choose('all')
    await say(ana!, group.id, 'outra vez para todos')
    await noticed('outra vez para todos')
    expect(JSON.stringify(listening.received)).not.toMatch(/: para todos|em silêncio/)
  })
})

describe('quotations', () => {
  test('a quoted conversation is shown only to who may see it, at each reading', async () => {
    const { owner } = node.database
    const contact = newId<never>()
    await owner`insert into core.contact ${owner({ id: contact, tenant_id: node.a.id, name: 'Maria Souza' })}`
    const ticketId = newId<never>()
    await owner`
      insert into core.ticket ${owner({
        id: ticketId,
        tenant_id: node.a.id,
        protocol: ticketId,
        status: 'pending',
        contact_id: contact,
        origin_id: newId<never>(),
        connection_id: node.a.connection,
        channel: 'webchat',
        chat: ticketId,
        queue_id: node.a.sales,
      } as never)}`
    const group = await open(ugo!, { name: 'Dúvidas', userIds: [node.a.colleague.id] })
    const asked = await say(ugo!, group.id, 'Como resolvo?', { quote: { ticketId } })
    expect(asked.quote).toMatchObject({ kind: 'ticket', contact: 'Maria Souza' })
    const seen = async () => (await caio!.ok<Message>('GET', `${base}/messages/${asked.id}`)).quote
    expect(await seen()).toEqual({ kind: 'hidden' })
    await owner`update core.ticket set queue_id = ${node.a.support} where id = ${ticketId}`
    expect(await seen()).toMatchObject({ kind: 'ticket', contact: 'Maria Souza' })
    // Who may not see it does not quote it either.
    expect(
      await ugo!.call('POST', `${base}/chats/${group.id}/messages`, { ...keyed(), quote: { ticketId } }),
    ).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } })
  })
})

describe('files', () => {
  const upload = async (person: Person, chat: string, bytes: Uint8Array<ArrayBuffer>, name: string, voice: boolean) => {
    const form = new FormData()
    form.set('file', new Blob([bytes]), name)
    if (voice) form.set('voice', 'true')
    return person.call<Message['files'][number] & { error?: string }>('POST', `${base}/chats/${chat}/files`, form)
  }
  const png = Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='),
    (character) => character.charCodeAt(0),
  )

  test('are stored for one message of their author, and read by who is in the chat', async () => {
    const chat = await direct()
    const { body: file } = await upload(ana!, chat.id, png, 'planta.png', false)
    expect(
      await ugo!.call('POST', `${base}/chats/${chat.id}/messages`, { ...keyed(), files: [file.id] }),
    ).toMatchObject({ status: 404, body: { error: 'ERR_NO_MEDIA_FOUND' } })
    const message = await say(ana!, chat.id, '', { files: [file.id] })
    const [read] = (await ugo!.ok<Message>('GET', `${base}/messages/${message.id}`)).files
    expect(read).toMatchObject({ name: 'planta.png', seconds: null })
    expect(new Uint8Array(await (await fetch(node.base + read!.path)).arrayBuffer())).toEqual(png)
    expect(
      (await caio!.call('POST', `${base}/chats/${chat.id}/messages`, { ...keyed(), files: [file.id] })).status,
    ).toBe(404)
  })

  test.skipIf(!hasFfmpeg())('S5-048 a voice note of less than a second is refused', async () => {
    const chat = await direct()
    const sound = (seconds: number, ...format: string[]): Uint8Array<ArrayBuffer> =>
      new Uint8Array(
        execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `sine=duration=${seconds}`, ...format, '-'], {
          maxBuffer: 10_000_000,
        }),
      )
    // As Chromium and Firefox write them while they record: without a length.
    for (const format of [
      ['-c:a', 'libopus', '-f', 'webm', '-live', '1'],
      ['-c:a', 'libopus', '-f', 'ogg'],
    ]) {
      expect(await upload(ana!, chat.id, sound(0.6, ...format), 'voz.webm', true)).toMatchObject({
        status: 422,
        body: { error: 'ERR_CHAT_AUDIO_TOO_SHORT' },
      })
      const { body } = await upload(ana!, chat.id, sound(2, ...format), 'voz.webm', true)
      expect(body.seconds).toBeCloseTo(2, 0)
    }
    expect((await upload(ana!, chat.id, png, 'voz.webm', true)).body.error).toBe('ERR_FILE_TYPE')
  })
})

describe('a long chat', () => {
  test('10,000 messages open at the end in less than 200 ms, and are read page by page', async () => {
    const chat = await direct()
    const { owner } = node.database
    const [{ last }] =
      (await owner`select last_seq::int as last from plg_internal_chat.chat where id = ${chat.id}`) as unknown as [
        { last: number },
      ]
    await owner`
      insert into plg_internal_chat.message (tenant_id, chat_id, seq, user_id, key, content)
      select ${node.a.id}, ${chat.id}, n, ${node.a.user.id}, 'many' || n, 'Mensagem ' || n
        from generate_series(${last + 1}::int, 10000) n`
    await owner`update plg_internal_chat.chat set last_seq = 10000 where id = ${chat.id}`
    await owner`analyze plg_internal_chat.message`
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      const began = performance.now()
      const page = await thread(ana!, chat.id)
      times.push(performance.now() - began)
      expect(page.messages.at(-1)!.content).toBe('Mensagem 10000')
      expect([page.older, page.newer]).toEqual([true, false])
    }
    expect(Math.max(...times), `milliseconds: ${times.join(', ')}`).toBeLessThan(200)
    const older = await thread(ana!, chat.id, '?before=9951')
    expect([older.messages[0]!.seq, older.messages.at(-1)!.seq, older.newer]).toEqual([9_901, 9_950, true])
    const found = await ana!.ok<{ messages: { seq: number }[] }>('GET', `${base}/search?searchParam=mensagem%209999`)
    expect(found.messages.map(({ seq }) => seq)).toEqual([9_999])
  })
})
