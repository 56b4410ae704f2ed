import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { testApp, type Person, type TestApp } from '../harness/app.ts'

interface Note {
  id: string
  content: string
  mentions: { id: string; name: string }[]
  shared: boolean
  pinned: boolean
  editable: boolean
  user: { name: string }
  queue: { queue: string } | null
  ticket: { id: string; name: string } | null
  createdAt: string
  updatedAt: string
}
interface Page {
  notes: Note[]
  nextCursor: string | null
}

let node: TestApp
/** Administrator, agent in sales, agent in support; and the other company's administrator. */
let [ana, ugo, caio, bia]: Person[] = []
let contact: string, sales: string, support: string

beforeAll(async () => {
  node = await testApp()
  ;[ana, ugo, caio, bia] = await Promise.all(
    [node.a.admin, node.a.user, node.a.colleague, node.b.admin].map((user) => node.signIn(user)),
  )
  contact = newId<never>()
  await node.database
    .owner`insert into core.contact ${node.database.owner({ id: contact, tenant_id: node.a.id, name: 'Maria Souza' })}`
  ;[sales, support] = [await ticketIn(node.a.sales), await ticketIn(node.a.support)]
})
afterAll(() => node.close())

async function ticketIn(queue_id: string): Promise<string> {
  const { owner } = node.database
  const id = newId<never>()
  await owner`
    insert into core.ticket ${owner({
      id,
      tenant_id: node.a.id,
      protocol: id,
      status: 'pending',
      contact_id: contact,
      origin_id: newId<never>(),
      connection_id: node.a.connection,
      channel: 'webchat',
      chat: id,
      queue_id,
    } as never)}`
  return id
}
const write = (person: Person, ticket: string, content: string, more: object = {}) =>
  person.ok<Note>('POST', `/p/notes/tickets/${ticket}/notes`, { content, ...more })
const contents = ({ notes }: Page) => notes.map(({ content }) => content)
const of = (person: Person, ticket: string) => person.ok<Page>('GET', `/p/notes/tickets/${ticket}/notes`)
const overview = (person: Person, query = '') => person.ok<Page>('GET', `/p/notes/notes${query}`)

describe('notes of a conversation', () => {
  test('S1-019 S2-056 S3-024 have words, ticket, author, date and queue; pinned ones first, then the newest', async () => {
    const first = await write(ugo!, sales, ' Pediu desconto ')
    expect(first).toMatchObject({
      content: 'Pediu desconto',
      shared: true,
      pinned: false,
      editable: true,
      user: { name: node.a.user.name },
      queue: { queue: 'Vendas' },
      ticket: { id: sales, name: 'Maria Souza' },
    })
    expect(Date.now() - Date.parse(first.createdAt)).toBeLessThan(60_000)
    await write(ana!, sales, 'Desconto aprovado')
    await ugo!.ok('PUT', `/p/notes/notes/${first.id}`, { pinned: true })
    expect(contents(await of(ugo!, sales))).toEqual(['Pediu desconto', 'Desconto aprovado'])
    expect(
      (await of(ugo!, sales)).notes.map(({ editable, updatedAt, createdAt }) => [editable, updatedAt === createdAt]),
    ).toEqual([
      [true, true],
      [false, true],
    ])
  })

  test('a thread asks for the newest first, whatever is pinned, and a page at a time', async () => {
    const newest = (cursor?: string) =>
      ugo!.ok<Page>(
        'GET',
        `/p/notes/tickets/${sales}/notes?order=newest&limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`,
      )
    const first = await newest()
    expect(contents(first)).toEqual(['Desconto aprovado'])
    const second = await newest(first.nextCursor!)
    expect([contents(second), second.nextCursor]).toEqual([['Pediu desconto'], null])
  })

  test('who may not see the ticket neither reads nor writes nor finds them, also their own', async () => {
    const note = await write(caio!, support, 'Troca de senha')
    for (const person of [ugo!, bia!]) {
      expect(await person.refused('GET', `/p/notes/tickets/${support}/notes`)).toBe('404 ERR_NO_TICKET_FOUND')
      expect(await person.refused('POST', `/p/notes/tickets/${support}/notes`, { content: 'x' })).toBe(
        '404 ERR_NO_TICKET_FOUND',
      )
      expect(await person.refused('PUT', `/p/notes/notes/${note.id}`, { content: 'x' })).toBe('404 ERR_NOT_FOUND')
      expect(contents(await overview(person))).not.toContain('Troca de senha')
    }
    await node.database.owner`update core.ticket set queue_id = ${node.a.sales} where id = ${support}`
    expect(contents(await overview(caio!))).not.toContain('Troca de senha')
    expect(contents(await of(ugo!, support))).toEqual(['Troca de senha'])
    await node.database.owner`update core.ticket set queue_id = ${node.a.support} where id = ${support}`
  })

  test('a personal one is its author’s alone; shared ones are changed by their author and by who manages notes', async () => {
    const own = await write(ugo!, sales, 'Só meu', { shared: false })
    const shared = await write(ugo!, sales, 'De todos')
    expect(contents(await of(ana!, sales))).not.toContain('Só meu')
    expect(await ana!.refused('PUT', `/p/notes/notes/${own.id}`, { content: 'x' })).toBe('404 ERR_NOT_FOUND')
    expect(await ana!.refused('PUT', `/p/notes/notes/${shared.id}`, { shared: false })).toBe('403 ERR_NO_PERMISSION')
    expect(await ana!.ok('PUT', `/p/notes/notes/${shared.id}`, { content: 'De todos nós' })).toMatchObject({
      content: 'De todos nós',
    })
    const admins = await write(ana!, sales, 'Da administração')
    expect(await ugo!.refused('DELETE', `/p/notes/notes/${admins.id}`)).toBe('403 ERR_NO_PERMISSION')
    expect(await ugo!.ok('PUT', `/p/notes/notes/${own.id}`, { shared: true })).toMatchObject({ shared: true })
    expect(contents(await of(ana!, sales))).toContain('Só meu')
  })

  test('a deleted one comes back as it was, for as long as it is kept', async () => {
    const note = await write(ugo!, sales, 'Engano')
    await ugo!.ok('DELETE', `/p/notes/notes/${note.id}`)
    expect(contents(await of(ugo!, sales))).not.toContain('Engano')
    expect(await ugo!.refused('DELETE', `/p/notes/notes/${note.id}`)).toBe('404 ERR_NOT_FOUND')
    expect(await bia!.refused('POST', `/p/notes/notes/${note.id}/restore`)).toBe('404 ERR_NOT_FOUND')
    expect(await ugo!.ok('POST', `/p/notes/notes/${note.id}/restore`)).toMatchObject({ content: 'Engano' })
    expect(contents(await of(ugo!, sales))).toContain('Engano')
  })

  test('a note names colleagues who see the ticket: they are told, on their screens alone, and a name is kept as an id', async () => {
    const found = await ugo!.ok<{ id: string; name: string }[]>('GET', `/p/notes/tickets/${sales}/colleagues`)
    expect(found.map(({ id }) => id).toSorted()).toEqual(
      [node.a.admin.id, node.a.supervisor.id, node.a.user.id].toSorted(),
    )
    expect(
      await ugo!.ok(
        'GET',
        `/p/notes/tickets/${sales}/colleagues?searchParam=${encodeURIComponent(node.a.admin.name.slice(0, 4))}`,
      ),
    ).toEqual([{ id: node.a.admin.id, name: node.a.admin.name }])
    expect(await caio!.refused('GET', `/p/notes/tickets/${sales}/colleagues`)).toBe('404 ERR_NO_TICKET_FOUND')

    const [named, other] = await Promise.all([ana!, ugo!].map((person) => person.listen()))
    const note = await write(ugo!, sales, `Veja isto, <@${node.a.admin.id}>`)
    expect(note).toMatchObject({
      content: `Veja isto, <@${node.a.admin.id}>`,
      mentions: [{ id: node.a.admin.id, name: node.a.admin.name }],
    })
    const isMention = ({ type }: { type: string }) => type === 'mention:new'
    expect(await named!.next(`${node.a.id}:ticketList`, isMention)).toMatchObject({
      payload: {
        userId: node.a.admin.id,
        ticketId: sales,
        contactName: 'Maria Souza',
        by: node.a.user.name,
        place: `notes/${note.id}`,
      },
    })
    await ugo!.ok('PUT', `/p/notes/notes/${note.id}`, {
      content: `Veja isto com calma, <@${node.a.admin.id}> e <@${node.a.user.id}>`,
    })
    await ana!.ok('POST', `/p/notes/tickets/${sales}/notes`, { content: `Vi, <@${node.a.user.id}>` })
    await other!.next(`${node.a.id}:ticketList`, isMention)
    // Changing one's own words told nobody a second time, nor oneself.
    expect(
      [named!, other!].map(({ received }) => received.filter(({ data }) => isMention(data as { type: string })).length),
    ).toEqual([1, 1])
  })

  test('who may not see the ticket, is of another company or is switched off cannot be named in it', async () => {
    for (const id of [node.a.colleague.id, node.b.admin.id, newId<never>()])
      expect(await ugo!.refused('POST', `/p/notes/tickets/${sales}/notes`, { content: `Oi <@${id}>` })).toBe(
        '422 ERR_MENTION_CANNOT_SEE',
      )
    const note = await write(ugo!, sales, 'Sem nomes')
    expect(await ugo!.refused('PUT', `/p/notes/notes/${note.id}`, { content: `Oi <@${node.a.colleague.id}>` })).toBe(
      '422 ERR_MENTION_CANNOT_SEE',
    )
  })

  test('open screens of who sees the ticket are told that there is something new, and nobody else', async () => {
    const [seeing, blind, other] = await Promise.all([ugo!, caio!, bia!].map((person) => person.listen()))
    await write(ana!, sales, 'Ao vivo')
    const push = await seeing!.next(`${node.a.id}:ticketList`, ({ type }: { type: string }) => type === 'plugin:update')
    expect(push).toMatchObject({ payload: { plugin: 'notes', ticketId: sales } })
    await write(ana!, support, 'Para o suporte')
    await blind!.next(
      `${node.a.id}:ticketList`,
      ({ type, payload }: { type: string; payload: { ticketId: string } }) =>
        type === 'plugin:update' && payload.ticketId === support,
    )
    expect(JSON.stringify([blind!.received, other!.received])).not.toContain(sales)
  })
})

describe('over all conversations', () => {
  test('S2-034 notes are found by words, whose they are, queue, ticket, contact and date, page by page', async () => {
    const many = await ticketIn(node.a.sales)
    for (let index = 0; index < 4; index++)
      await write(ugo!, many, `Visita 100% número ${index}`, { shared: index > 0 })
    await write(ana!, many, 'Outra coisa')
    expect(contents(await overview(ugo!, `?ticketId=${many}&searchParam=100%25`))).toEqual(
      [3, 2, 1, 0].map((index) => `Visita 100% número ${index}`),
    )
    expect(contents(await overview(ugo!, `?ticketId=${many}&of=mine`))).toHaveLength(4)
    expect(contents(await overview(ugo!, `?ticketId=${many}&of=shared`))).toHaveLength(4)
    expect(
      contents(await overview(ana!, `?contactId=${contact}&queueId=${node.a.sales}&searchParam=visita`)),
    ).toHaveLength(3)
    expect(contents(await overview(ana!, `?contactId=${newId<never>()}`))).toEqual([])
    expect(contents(await overview(ana!, `?ticketId=${many}&until=2026-01-01T00:00:00.000Z`))).toEqual([])
    const first = await overview(ugo!, `?ticketId=${many}&limit=2`)
    const second = await overview(ugo!, `?ticketId=${many}&limit=2&cursor=${first.nextCursor}`)
    const third = await overview(ugo!, `?ticketId=${many}&limit=2&cursor=${second.nextCursor}`)
    expect([first, second, third].flatMap(contents)).toEqual([
      'Outra coisa',
      ...[3, 2, 1, 0].map((index) => `Visita 100% número ${index}`),
    ])
    expect(third.nextCursor).toBeNull()
    expect(await ugo!.refused('GET', '/p/notes/notes?cursor=x')).toBe('422 ERR_VALIDATION')
  })

  test('one of no conversation is for oneself, or for the people of a queue', async () => {
    await ugo!.ok('POST', '/p/notes/notes', { content: 'Ligar amanhã' })
    await ugo!.ok('POST', '/p/notes/notes', { content: 'Tabela nova', queueId: node.a.sales })
    expect(await ugo!.refused('POST', '/p/notes/notes', { content: 'x', queueId: node.a.support })).toBe(
      '404 ERR_NO_QUEUE_FOUND',
    )
    expect(await bia!.refused('POST', '/p/notes/notes', { content: 'x', queueId: node.a.sales })).toBe(
      '404 ERR_NO_QUEUE_FOUND',
    )
    expect(contents(await overview(ana!))).toContain('Tabela nova')
    for (const person of [ana!, caio!, bia!]) expect(contents(await overview(person))).not.toContain('Ligar amanhã')
    for (const person of [caio!, bia!]) expect(contents(await overview(person))).not.toContain('Tabela nova')
  })

  test('S9-087 looking over all of them needs PLUS; beside a conversation they are free', async () => {
    const small = await node.signIn(node.b.user)
    await node.database.owner`update core.tenant set tier = 'basic' where id = ${node.b.id}`
    await node.restart()
    expect(await small.refused('GET', '/p/notes/notes')).toBe('403 ERR_TIER_REQUIRED')
    expect(await small.refused('GET', `/p/notes/tickets/${sales}/notes`)).toBe('404 ERR_NO_TICKET_FOUND')
  })
})
