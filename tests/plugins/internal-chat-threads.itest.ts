import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

interface Chat {
  id: string
  kind: string
  unread: number
  unreadAnswers: number
  notify: string
  isAdmin: boolean
  isOpen: boolean
  parent: { chatId: string; messageId: string; seq: number } | null
  members: { id: string; readSeq: number }[]
}
interface Message {
  id: string
  chatId: string
  seq: number
  content: string
  answers: { count: number; unread: number; lastAt: string; users: { id: string }[] } | null
}

const base = '/p/internal-chat'
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

const say = (person: Person, chat: string, content: string, more: object = {}) =>
  person.ok<Message>('POST', `${base}/chats/${chat}/messages`, { key: randomUUID(), content, ...more })
const messagesOf = async (person: Person, chat: string) =>
  (await person.ok<{ messages: Message[] }>('GET', `${base}/chats/${chat}/messages`)).messages
const message = (person: Person, id: string) => person.ok<Message>('GET', `${base}/messages/${id}`)
const threadOf = (person: Person, id: string) => person.ok<Chat>('POST', `${base}/messages/${id}/thread`)
const group = (name: string, userIds = [node.a.user.id, node.a.colleague.id]) =>
  ana!.ok<Chat>('POST', `${base}/chats`, { name, userIds })
const search = (person: Person, text: string) =>
  person
    .ok<{ messages: { chatId: string; seq: number; threadOf: string | null }[] }>(
      'GET',
      `${base}/search?searchParam=${encodeURIComponent(text)}`,
    )
    .then(({ messages }) => messages)
const foreign = async () => {
  const other = await node.signIn(node.b.user)
  const chat = await bia!.ok<Chat>('POST', `${base}/chats`, { userId: node.b.user.id })
  const parent = await say(other, chat.id, 'Pergunta da outra empresa')
  const thread = await threadOf(bia!, parent.id)
  await say(bia!, thread.id, 'Resposta da outra empresa')
  return { parent, thread }
}

describe('answers under a message', () => {
  test('stand in a thread of their own, counted under the message, unread until they are read', async () => {
    const chat = await group('Plantão')
    const parent = await say(ana!, chat.id, 'Quem fica no sábado?')
    expect(parent.answers).toBeNull()
    const thread = await threadOf(ugo!, parent.id)
    expect(thread).toMatchObject({
      kind: 'thread',
      isOpen: true,
      parent: { chatId: chat.id, messageId: parent.id, seq: parent.seq },
    })
    expect(thread.members.map(({ id }) => id).toSorted()).toEqual(
      [node.a.admin.id, node.a.user.id, node.a.colleague.id].toSorted(),
    )
    expect((await threadOf(caio!, parent.id)).id).toBe(thread.id)
    expect((await message(ana!, parent.id)).answers).toBeNull()
    await say(ugo!, thread.id, 'Eu')
    const last = await say(caio!, thread.id, 'Eu também')
    const { answers } = await message(ana!, parent.id)
    expect(answers).toMatchObject({ count: 2, unread: 2 })
    expect(answers!.users.map(({ id }) => id).toSorted()).toEqual([node.a.user.id, node.a.colleague.id].toSorted())
    await ana!.ok('POST', `${base}/chats/${thread.id}/read`, { seq: last.seq })
    expect((await message(ana!, parent.id)).answers).toMatchObject({ count: 2, unread: 0 })
    // The chat itself holds the message alone, and the list of chats no thread.
    expect((await messagesOf(ana!, chat.id)).map(({ content }) => content)).not.toContain('Eu')
    expect((await messagesOf(ana!, thread.id)).map(({ content }) => content)).toEqual(['Eu', 'Eu também'])
    const { chats } = await ana!.ok<{ chats: Chat[] }>('GET', `${base}/chats`)
    expect(chats.map(({ kind }) => kind)).not.toContain('thread')
    await ana!.ok('DELETE', `${base}/messages/${last.id}`)
    expect((await message(ugo!, parent.id)).answers).toMatchObject({ count: 1 })
  })

  test('count beside the entry and in the list for who takes part or is named, until they are read or muted', async () => {
    const chat = await group('Números')
    const parent = await say(ugo!, chat.id, 'Quem abre a loja?')
    for (const person of [ana!, ugo!, caio!])
      await person.ok('POST', `${base}/chats/${chat.id}/read`, { seq: parent.seq })
    const thread = await threadOf(ana!, parent.id)
    await threadOf(caio!, parent.id)
    const beside = async (person: Person) => (await person.ok<{ count: number }>('GET', `${base}/unread`)).count
    const listed = async (person: Person) => {
      const { chats } = await person.ok<{ chats: Chat[] }>('GET', `${base}/chats`)
      const { unread, unreadAnswers } = chats.find(({ id }) => id === chat.id)!
      return [unread, unreadAnswers]
    }
    const before = await Promise.all([ana!, ugo!, caio!].map(beside))
    const since = async () => {
      const now = await Promise.all([ana!, ugo!, caio!].map(beside))
      return now.map((count, at) => count - before[at]!)
    }
    await say(ana!, thread.id, 'Eu abro')
    // Whoever wrote the message is told; whoever only looked is not, unless they are named.
    expect(await since()).toEqual([0, 1, 0])
    expect(await Promise.all([ana!, ugo!, caio!].map(listed))).toEqual([
      [0, 0],
      [0, 1],
      [0, 0],
    ])
    const last = await say(ana!, thread.id, `<@${node.a.colleague.id}> fecha`)
    expect(await since()).toEqual([0, 1, 1])
    expect(await listed(ugo!)).toEqual([0, 2])
    expect(await beside(bia!)).toBe(0)

    await ugo!.ok('PUT', `${base}/chats/${thread.id}/notify`, { notify: 'none' })
    await caio!.ok('PUT', `${base}/chats/${chat.id}/notify`, { notify: 'none' })
    expect(await since()).toEqual([0, 0, 0])
    expect([await listed(ugo!), await listed(caio!)]).toEqual([
      [0, 0],
      [0, 0],
    ])
    await ugo!.ok('PUT', `${base}/chats/${thread.id}/notify`, { notify: 'all' })
    expect(await since()).toEqual([0, 1, 0])
    await ugo!.ok('POST', `${base}/chats/${thread.id}/read`, { seq: last.seq })
    expect([await since(), await listed(ugo!)]).toEqual([
      [0, 0, 0],
      [0, 0],
    ])
  })

  test('have no threads of their own, and a thread is made once when two open it at once', async () => {
    const chat = await group('Uma vez')
    const parent = await say(ugo!, chat.id, 'Ao mesmo tempo')
    const opened = await Promise.all([ana!, ugo!, caio!].map((person) => threadOf(person, parent.id)))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    const answer = await say(ana!, opened[0]!.id, 'Resposta')
    expect(await ana!.refused('POST', `${base}/messages/${answer.id}/thread`)).toMatch(/ERR_CHAT_KIND$/)
    expect(await ana!.refused('PATCH', `${base}/chats/${opened[0]!.id}`, { name: 'Outro' })).toMatch(/ERR_CHAT_KIND$/)
  })

  test('notify who takes part, who is named, and nobody who muted them', async () => {
    const chat = await group('Avisos')
    const parent = await say(ana!, chat.id, 'Avisem aqui')
    const thread = await threadOf(ugo!, parent.id)
    expect(thread.notify).toBe('mentions')
    const [author, named] = await Promise.all([ana!.listen(), caio!.listen()])
    const notice = (of: typeof author, text: string) =>
      of.next(
        `${node.a.id}:plugin`,
        (push: { name: string; data: { text?: string } }) => push.name === 'notice' && push.data.text === text,
      )
    await say(ugo!, thread.id, 'Primeira')
    expect((await threadOf(ugo!, parent.id)).notify).toBe('all')
    expect(await notice(author, `${node.a.user.name}: Primeira`)).toMatchObject({
      data: { path: `/chat-interno?conversa=${chat.id}&em=${parent.seq}&respostas=${parent.id}` },
    })
    await say(ugo!, thread.id, `<@${node.a.colleague.id}> veja`)
    await notice(named, `${node.a.user.name}: @${node.a.colleague.name} veja`)
    await ana!.ok('PUT', `${base}/chats/${thread.id}/notify`, { notify: 'none' })
    await say(ugo!, thread.id, 'Silenciosa')
    await notice(named, `${node.a.user.name}: Silenciosa`)
    const told = (of: typeof author) =>
      of.received.flatMap(({ data }) => (data as { data?: { text?: string } }).data?.text ?? [])
    expect(told(author)).not.toContain(`${node.a.user.name}: Silenciosa`)
    expect(told(named)).not.toContain(`${node.a.user.name}: Primeira`)
    const pair = await ana!.ok<Chat>('POST', `${base}/chats`, { userId: node.a.user.id })
    const alone = await threadOf(ana!, (await say(ana!, pair.id, 'Só nós dois')).id)
    expect(
      await ana!.refused('POST', `${base}/chats/${alone.id}/messages`, {
        key: randomUUID(),
        content: `<@${node.a.colleague.id}>`,
      }),
    ).toMatch(/ERR_CHAT_NOT_A_MEMBER$/)
  })

  test('are found by their words, with the message under which they stand', async () => {
    const chat = await group('Busca', [node.a.user.id])
    const parent = await say(ana!, chat.id, 'Onde está o contrato?')
    await say(ana!, (await threadOf(ana!, parent.id)).id, 'Na gaveta azul')
    // Also by a member of the chat who has never opened the thread.
    expect(await search(ugo!, 'gaveta azul')).toEqual([
      expect.objectContaining({ chatId: chat.id, seq: parent.seq, threadOf: parent.id }),
    ])
    expect(await search(caio!, 'gaveta azul')).toEqual([])
    expect(await search(bia!, 'gaveta azul')).toEqual([])
  })
})

describe('who may not see the message', () => {
  test('sees nothing of its answers: no member, who left, and the other company', async () => {
    const chat = await group('Fechado')
    const parent = await say(ana!, chat.id, 'Entre nós')
    const thread = await threadOf(caio!, parent.id)
    const answer = await say(caio!, thread.id, 'Segredo do tópico')
    await caio!.ok('DELETE', `${base}/chats/${chat.id}/members/${node.a.colleague.id}`)
    const theirs = await foreign()
    const calls = (ids: { parent: string; thread: string; answer: string }): [string, string, object?][] => [
      ['POST', `${base}/messages/${ids.parent}/thread`],
      ['GET', `${base}/chats/${ids.thread}`],
      ['GET', `${base}/chats/${ids.thread}/messages`],
      ['POST', `${base}/chats/${ids.thread}/messages`, { key: randomUUID(), content: 'Oi' }],
      ['POST', `${base}/chats/${ids.thread}/read`, { seq: 1 }],
      ['PUT', `${base}/chats/${ids.thread}/notify`, { notify: 'all' }],
      ['GET', `${base}/messages/${ids.answer}`],
    ]
    const ours = { parent: parent.id, thread: thread.id, answer: answer.id }
    for (const person of [caio!, bia!])
      for (const [method, path, body] of calls(ours)) expect(await person.refused(method, path, body)).toMatch(/^404/)
    for (const [method, path, body] of calls({
      parent: theirs.parent.id,
      thread: theirs.thread.id,
      answer: theirs.parent.id,
    }))
      expect(await ana!.refused(method, path, body)).toMatch(/^404/)
    expect(await search(caio!, 'Segredo do tópico')).toEqual([])
    const silent = await caio!.listen()
    const heard = await ugo!.listen()
    await threadOf(ugo!, parent.id)
    const more = await say(ana!, thread.id, 'Ainda aqui')
    await heard.next(`${node.a.id}:plugin`, (push: { data: { messageId?: string } }) => push.data.messageId === more.id)
    expect(silent.received.filter(({ event }) => event.includes(':plugin'))).toEqual([])
  })
})
