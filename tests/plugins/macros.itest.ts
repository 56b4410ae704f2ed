import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { maxMacros } from '../../plugins/macros/src/macros/limits.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'

interface Macro {
  id: string
  name: string
  shared: boolean
  editable: boolean
  steps: { kind: string }[]
  subjects: { id: string; name: string | null; isGone: boolean }[]
  actions: { plugin: string; name: string; ends: boolean }[]
}
interface Answer {
  finished: boolean
  steps: { kind: string; state: string; error: string | null; note?: string; messages?: string[] }[]
  undo: object | null
  stays: string[]
}
interface Ticket {
  id: string
  status: string
  userId: string | null
  queueId: string | null
  priority: string
  tags: { tag: string }[]
  snooze: object | null
}

let node: TestApp
/** Administrator, agents in sales and in support; and the other company's administrator. */
let [ana, ugo, caio, bia]: Person[] = []
let contact: string, ticket: string, vip: string

beforeAll(async () => {
  node = await testApp({
    pluginFolders: [join(import.meta.dirname, '..', '..', 'plugins'), join(import.meta.dirname, 'steps')],
    channel: 'webchat',
  })
  ;[ana, ugo, caio, bia] = await Promise.all(
    [node.a.admin, node.a.user, node.a.colleague, node.b.admin].map((user) => node.signIn(user)),
  )
  const { owner } = node.database
  ;[contact, vip] = [newId<never>(), newId<never>()]
  await owner`insert into core.contact ${owner({ id: contact, tenant_id: node.a.id, name: 'Maria Souza' })}`
  await owner`insert into core.tag ${owner({ id: vip, tenant_id: node.a.id, name: 'VIP' })}`
})
afterAll(() => node.close())
beforeEach(async () => {
  ticket = await openTicket()
})

/** A conversation that Ugo attends in sales. */
async function openTicket(): Promise<string> {
  const { owner } = node.database
  const id = newId<never>()
  await owner`
    insert into core.ticket ${owner({
      id,
      tenant_id: node.a.id,
      protocol: id,
      status: 'open',
      contact_id: contact,
      origin_id: newId<never>(),
      connection_id: node.a.connection,
      channel: 'webchat',
      chat: id,
      queue_id: node.a.sales,
      user_id: node.a.user.id,
    } as never)}`
  return id
}
const path = '/p/macros/macros'
const make = (person: Person, name: string, steps: object[], shared = false): Promise<Macro> =>
  person.ok<Macro>('POST', path, { name, steps, shared })
const run = (person: Person, macro: Macro, ticketId = ticket, key: string = randomUUID()): Promise<Answer> =>
  person.ok<Answer>('POST', `${path}/${macro.id}/run`, { ticketId, key })
const read = (person: Person, id = ticket): Promise<Ticket> => person.ok<Ticket>('GET', `/tickets/${id}`)
const sent = async (): Promise<{ body: string; user_id: string | null }[]> =>
  node.database.owner`select body, user_id from core.message where ticket_id = ${ticket} order by created_at, id`
const notesOf = async (
  person: Person,
  id: string,
): Promise<{ id: string; content: string; shared: boolean; user: { id: string } }[]> =>
  (await person.ok<{ notes: never[] }>('GET', `/p/notes/tickets/${id}/notes`)).notes
const names = async (person: Person): Promise<string[]> =>
  (await person.ok<Macro[]>('GET', path)).map(({ name }) => name)
const states = ({ steps }: Answer): string[] => steps.map(({ state, error }) => error ?? state)

describe('whose macros they are', () => {
  test('everybody has their own and those for everybody, in their order; nobody has another’s or another company’s', async () => {
    const own = await make(ugo!, 'Minha', [{ kind: 'return' }])
    await make(ana!, 'Da Ana', [{ kind: 'return' }])
    const [first, second] = [
      await make(ana!, 'Boas-vindas', [{ kind: 'reply', text: 'Oi' }], true),
      await make(ana!, 'Encerrar', [{ kind: 'resolve' }], true),
    ]
    expect(await names(ugo!)).toEqual(['Boas-vindas', 'Encerrar', 'Minha'])
    expect((await ugo!.ok<Macro[]>('GET', path)).map(({ editable }) => editable)).toEqual([false, false, true])
    await ana!.ok('PUT', '/p/macros/macro-order', { shared: true, ids: [second.id, first.id] })
    expect(await names(ugo!)).toEqual(['Encerrar', 'Boas-vindas', 'Minha'])
    expect(await names(bia!)).toEqual([])
    for (const person of [caio!, ana!, bia!]) {
      expect(await person.refused('PUT', `${path}/${own.id}`, { name: 'x', steps: [{ kind: 'return' }] })).toBe(
        '404 ERR_NO_MACRO_FOUND',
      )
      expect(await person.refused('DELETE', `${path}/${own.id}`)).toBe('404 ERR_NO_MACRO_FOUND')
      expect(await person.refused('POST', `${path}/${own.id}/run`, { ticketId: ticket, key: randomUUID() })).toBe(
        '404 ERR_NO_MACRO_FOUND',
      )
    }
    for (const macro of [first, second]) await ana!.ok('DELETE', `${path}/${macro.id}`)
  })

  test('a company has so many and no more, and another company as many of its own', async () => {
    const steps = [{ kind: 'return' }]
    const made: Macro[] = []
    // Some of them are there already: the company's and those of its users count together.
    for (let isFull = false; !isFull;) {
      const shared = made.length % 2 === 0
      const body = { name: `Cheia ${made.length}`, steps, shared }
      const answer = await (shared ? ana! : ugo!).call<Macro>('POST', path, body)
      isFull = answer.status === 409
      if (!isFull) made.push(answer.body)
    }
    expect(made.length).toBeLessThanOrEqual(maxMacros)
    expect(made.length).toBeGreaterThan(maxMacros / 2)
    for (const [person, shared] of [
      [ana!, true],
      [ana!, false],
      [ugo!, false],
    ] as const) {
      const { status, body } = await person.call('POST', path, { name: 'Uma a mais', steps, shared })
      expect([status, body]).toEqual([409, expect.objectContaining({ error: 'ERR_MACRO_LIMIT', limit: maxMacros })])
    }
    await bia!.ok('DELETE', `${path}/${(await make(bia!, 'Da outra empresa', steps)).id}`)
    await (made.length > 0 && made.at(-1)!.shared ? ana! : ugo!).ok('DELETE', `${path}/${made.pop()!.id}`)
    made.push(await make(ana!, 'Cabe de novo', steps, true))
    for (const { id, shared } of made) await (shared ? ana! : ugo!).ok('DELETE', `${path}/${id}`)
  })

  test('only who manages them writes, arranges and takes back what is for everybody', async () => {
    const shared = await make(ana!, 'De todos', [{ kind: 'return' }], true)
    expect(await ugo!.refused('POST', path, { name: 'Nossa', shared: true, steps: [{ kind: 'return' }] })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    expect(await ugo!.refused('PUT', `${path}/${shared.id}`, { name: 'De todos', steps: [{ kind: 'return' }] })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    expect(await ugo!.refused('PUT', '/p/macros/macro-order', { shared: true, ids: [shared.id] })).toBe(
      '403 ERR_NO_PERMISSION',
    )
    expect(await ugo!.refused('DELETE', `${path}/${shared.id}`)).toBe('403 ERR_NO_PERMISSION')
    expect(await ana!.refused('POST', path, { name: 'DE TODOS', shared: true, steps: [{ kind: 'return' }] })).toBe(
      '409 ERR_MACRO_EXISTS',
    )
    await ana!.ok('DELETE', `${path}/${shared.id}`)
  })

  test('a step about what is gone, or of another company, is refused at its place, and shown as gone afterwards', async () => {
    const [gone] = await node.database.owner<{ id: string }[]>`
      insert into core.tag ${node.database.owner({
        id: newId<never>(),
        tenant_id: node.a.id,
        name: `Some ${randomUUID()}`,
      })}
      returning id`
    const macro = await make(ugo!, 'Com etiqueta', [
      { kind: 'priority', priority: 'high' },
      { kind: 'addTag', tagId: gone!.id },
    ])
    await node.database.owner`delete from core.tag where id = ${gone!.id}`
    expect((await ugo!.ok<Macro[]>('GET', path)).find(({ id }) => id === macro.id)?.subjects).toEqual([
      { id: gone!.id, name: null, color: null, isGone: true },
    ])
    const answer = await ugo!.call<{ error: string; issues: { path: string }[] }>('POST', path, {
      name: 'y',
      steps: [{ kind: 'addTag', tagId: gone!.id }, { kind: 'return' }],
    })
    expect([answer.status, answer.body.error, answer.body.issues.map((issue) => issue.path)]).toEqual([
      404,
      'ERR_NO_TAG_FOUND',
      ['body.steps.0.tagId'],
    ])
    expect(await bia!.refused('POST', path, { name: 'y', steps: [{ kind: 'toQueue', queueId: node.a.sales }] })).toBe(
      '404 ERR_NO_QUEUE_FOUND',
    )
    expect(await bia!.refused('POST', path, { name: 'y', steps: [{ kind: 'toUser', userId: node.a.user.id }] })).toBe(
      '404 ERR_NO_USER_FOUND',
    )
    const { steps } = await ugo!.ok<{ steps: { problem: string | null }[] }>(
      'GET',
      `${path}/${macro.id}/preview?ticketId=${ticket}`,
    )
    expect(steps.map(({ problem }) => problem)).toEqual([null, 'ERR_NO_TAG_FOUND'])
    expect(states(await run(ugo!, macro))).toEqual(['done', 'ERR_NO_TAG_FOUND'])
  })
})

describe('a run', () => {
  test('does its steps as the user, with the words of the conversation, and says how the ticket comes back', async () => {
    const macro = await make(ugo!, 'Fechar', [
      { kind: 'reply', text: 'Oi {{name}}, {{agent}} aqui. {{outro}}' },
      { kind: 'addTag', tagId: vip },
      { kind: 'priority', priority: 'urgent' },
      { kind: 'resolve', withoutFarewell: true },
    ])
    const before = await read(ugo!)
    expect(
      (
        await ugo!.ok<{ steps: { text: string | null; unknown: string[] }[] }>(
          'GET',
          `${path}/${macro.id}/preview?ticketId=${ticket}`,
        )
      ).steps[0],
    ).toMatchObject({ text: `Oi Maria, ${node.a.user.name} aqui. {{outro}}`, unknown: ['outro'] })
    expect(await sent()).toEqual([])
    const answer = await run(ugo!, macro)
    expect([answer.finished, ...states(answer)]).toEqual([true, 'done', 'done', 'done', 'done'])
    expect(await sent()).toEqual([{ body: `Oi Maria, ${node.a.user.name} aqui. {{outro}}`, user_id: node.a.user.id }])
    expect(await read(ugo!)).toMatchObject({ status: 'closed', priority: 'urgent', tags: [{ tag: 'VIP' }] })
    const logs = await ugo!.ok<{ type: string; user: { name: string } | null }[]>('GET', `/tickets/${ticket}/logs`)
    expect(logs.filter(({ type }) => ['priority', 'closed'].includes(type)).map(({ user }) => user?.name)).toEqual([
      node.a.user.name,
      node.a.user.name,
    ])
    await ugo!.ok('PUT', `/tickets/${ticket}`, answer.undo)
    const { status, userId, queueId, priority, tags } = before
    expect(await read(ugo!)).toMatchObject({ status, userId, queueId, priority, tags })
  })

  test('is not undone over what somebody did since, and leaves the tags of others', async () => {
    const urgent = await run(ugo!, await make(ugo!, 'Urgente', [{ kind: 'priority', priority: 'urgent' }]))
    await ana!.ok('PUT', `/tickets/${ticket}`, { priority: 'low' })
    expect(await ugo!.refused('PUT', `/tickets/${ticket}`, urgent.undo)).toBe('409 ERR_TICKET_TRANSITION')
    const tagged = await run(ugo!, await make(ugo!, 'Marca', [{ kind: 'addTag', tagId: vip }]))
    const other = await ana!.ok<{ id: string }>('POST', '/tags', { tag: 'Depois', color: '#112233' })
    await ana!.ok('PUT', `/tickets/${ticket}`, { retag: { add: [other.id], remove: [] } })
    await ugo!.ok('PUT', `/tickets/${ticket}`, tagged.undo)
    expect((await read(ugo!)).tags.map(({ tag }) => tag)).toEqual(['Depois'])
  })

  test('takes effect once for one key, however often it is asked for, and only for what the key was made for', async () => {
    const macro = await make(ugo!, 'Repetida', [
      { kind: 'reply', text: 'Uma vez' },
      { kind: 'toQueue', queueId: node.a.sales },
    ])
    const key = randomUUID()
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        ugo!.call<Answer & { error?: string }>('POST', `${path}/${macro.id}/run`, { ticketId: ticket, key }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
    expect(
      answers
        .filter(({ status }) => status !== 200)
        .map(({ body }) => body.error)
        .every((error) => error === 'ERR_MACRO_RUNNING'),
    ).toBe(true)
    expect(states(await run(ugo!, macro, ticket, key))).toEqual(['done', 'done'])
    expect(await sent()).toHaveLength(1)
    expect(await ugo!.refused('POST', `${path}/${macro.id}/run`, { ticketId: await openTicket(), key })).toBe(
      '422 ERR_IDEMPOTENCY_MISMATCH',
    )
  })

  test('leaves a note for the team in the user’s name, once, which the customer never reads and which is taken back', async () => {
    const macro = await make(ugo!, 'Com nota', [
      { kind: 'note', text: '{{name}} pediu desconto a {{agent}}' },
      { kind: 'priority', priority: 'high' },
    ])
    const noted = () => notesOf(ana!, ticket)
    const { steps } = await ugo!.ok<{ steps: { text: string | null }[] }>(
      'GET',
      `${path}/${macro.id}/preview?ticketId=${ticket}`,
    )
    expect([steps[0]!.text, await noted()]).toEqual([`Maria pediu desconto a ${node.a.user.name}`, []])
    const key = randomUUID()
    const answer = await run(ugo!, macro, ticket, key)
    expect(states(answer)).toEqual(['done', 'done'])
    await node.database.owner`
      update plg_macros.run
         set is_finished = false, results = '[]', texts = ${node.database.owner.json(['Outra coisa', null])},
             leased_until = now() - interval '1 second'
       where key = ${key}`
    expect((await run(ugo!, macro, ticket, key)).steps[0]!.note).toBe(answer.steps[0]!.note)
    expect(await noted()).toMatchObject([
      {
        id: answer.steps[0]!.note,
        content: `Maria pediu desconto a ${node.a.user.name}`,
        shared: true,
        user: { id: node.a.user.id },
      },
    ])
    expect(await sent()).toEqual([])
    for (const person of [caio!, bia!])
      expect(await person.refused('DELETE', `/notes/${answer.steps[0]!.note}`)).toBe('404 ERR_NOT_FOUND')
    await ugo!.ok('DELETE', `/notes/${answer.steps[0]!.note}`)
    expect(await noted()).toEqual([])
  })

  test('says that no note can be written where the company switched notes off', async () => {
    const macro = await make(ugo!, 'Sem notas', [
      { kind: 'priority', priority: 'high' },
      { kind: 'note', text: 'Oi' },
    ])
    await ana!.ok('PUT', '/api/plugins/notes', { enabled: false })
    try {
      expect(states(await run(ugo!, macro))).toEqual(['done', 'ERR_PLUGIN_DISABLED'])
    } finally {
      await ana!.ok('PUT', '/api/plugins/notes', { enabled: true })
    }
    expect(states(await run(ugo!, macro))).toEqual(['done', 'done'])
  })

  test('that was interrupted goes on where it was, with the words of its beginning', async () => {
    const macro = await make(ugo!, 'Interrompida', [
      { kind: 'reply', text: 'Primeiro' },
      { kind: 'reply', text: 'Segundo' },
    ])
    const key = randomUUID()
    expect(states(await run(ugo!, macro, ticket, key))).toEqual(['done', 'done'])
    await node.database.owner`
      update plg_macros.run set is_finished = false, results = results - 1, leased_until = now() - interval '1 second'
       where key = ${key}`
    await ugo!.ok('PUT', `${path}/${macro.id}`, {
      name: 'Interrompida',
      steps: [{ kind: 'reply', text: 'Outra coisa' }],
    })
    expect(states(await run(ugo!, macro, ticket, key))).toEqual(['done', 'done'])
    expect((await sent()).map(({ body }) => body)).toEqual(['Primeiro', 'Segundo'])
    await node.database.owner`
      update plg_macros.run set is_finished = false, leased_until = now() + interval '1 minute' where key = ${key}`
    expect(await ugo!.refused('POST', `${path}/${macro.id}/run`, { ticketId: ticket, key })).toBe(
      '409 ERR_MACRO_RUNNING',
    )
  })

  test('stops at the first refusal and says what was done and what was not', async () => {
    const macro = await make(ugo!, 'Para no meio', [
      { kind: 'priority', priority: 'high' },
      { kind: 'toUser', userId: node.a.colleague.id },
    ])
    const answer = await run(ugo!, macro)
    expect([answer.finished, ...states(answer)]).toEqual([true, 'done', 'ERR_NO_SHARED_QUEUE'])
    expect(answer.undo).toEqual({ priority: 'normal', expected: { priority: 'high' } })
    const closing = await make(ugo!, 'Depois do fim', [
      { kind: 'reply', text: 'Oi' },
      { kind: 'addTag', tagId: vip },
    ])
    await ugo!.ok('PUT', `/tickets/${ticket}`, { status: 'closed', withoutFarewell: true })
    expect(states(await run(ugo!, closing))).toEqual(['ERR_CREATING_MESSAGE', 'skipped'])
    expect((await read(ugo!)).tags).toEqual([])
  })

  test('on a ticket that the user may not see, or of another company, is as if there were none', async () => {
    const shared = await make(ana!, 'Geral', [{ kind: 'priority', priority: 'urgent' }], true)
    const bias = await make(bia!, 'Geral', [{ kind: 'priority', priority: 'urgent' }], true)
    for (const [person, macro] of [
      [caio!, shared],
      [bia!, bias],
    ] as const) {
      expect(await person.refused('POST', `${path}/${macro.id}/run`, { ticketId: ticket, key: randomUUID() })).toBe(
        '404 ERR_NO_TICKET_FOUND',
      )
      expect(await person.refused('GET', `${path}/${macro.id}/preview?ticketId=${ticket}`)).toBe(
        '404 ERR_NO_TICKET_FOUND',
      )
    }
    expect(await bia!.refused('POST', `${path}/${shared.id}/run`, { ticketId: ticket, key: randomUUID() })).toBe(
      '404 ERR_NO_MACRO_FOUND',
    )
    expect(await read(ugo!)).toMatchObject({ priority: 'normal' })
  })

  test('that gives the ticket out of one’s sight is not offered to be undone', async () => {
    const macro = await make(ugo!, 'Passar adiante', [
      { kind: 'priority', priority: 'high' },
      { kind: 'toQueue', queueId: node.a.support },
    ])
    expect(await run(ugo!, macro)).toMatchObject({
      finished: true,
      undo: null,
      steps: [{ state: 'done' }, { state: 'done' }],
    })
    expect(await read(caio!)).toMatchObject({ queueId: node.a.support, status: 'pending', priority: 'high' })
  })
})

describe('a step that another plugin contributes', () => {
  const action = (name: string, input: object = {}, plugin = 'clerk') => ({ kind: 'action', plugin, name, input })
  const offer = async (person: Person): Promise<string[]> =>
    (await person.ok<{ plugin: string; name: string }[]>('GET', '/p/macros/actions'))
      .filter(({ plugin }) => plugin === 'clerk')
      .map(({ name }) => name)
  const refusal = async (person: Person, steps: object[]): Promise<unknown[]> => {
    const { status, body } = await person.call<{ error: string; issues?: { path: string }[] }>('POST', path, {
      name: randomUUID(),
      steps,
    })
    return [status, body.error, ...(body.issues ?? []).map((issue) => issue.path)]
  }
  const switched = (enabled: boolean) => ana!.ok('PUT', '/api/plugins/clerk', { enabled })

  test('is offered to who may have it done, and is checked at its place when it is saved', async () => {
    expect([await offer(ana!), await offer(ugo!)]).toEqual([
      ['rank', 'pass', 'calm'],
      ['rank', 'pass'],
    ])
    const first = { kind: 'priority', priority: 'high' }
    expect(await refusal(ugo!, [first, action('rank', { grade: 3 })])).toEqual([
      422,
      'ERR_VALIDATION',
      'body.steps.1.input.grade',
    ])
    for (const wrong of [action('calm'), action('wait'), action('nothing'), action('rank', { grade: 1 }, 'nobody')])
      expect((await refusal(ugo!, [first, wrong])).slice(1)).toEqual(['ERR_AUTOMATION_BLOCK', 'body.steps.1'])
    expect(await refusal(ugo!, [action('pass', { queue: node.a.sales }), first])).toEqual([
      422,
      'ERR_VALIDATION',
      'body.steps.0.kind',
    ])
  })

  test('is done in the name of the user, behind its permission, and stays done', async () => {
    const macro = await make(
      ana!,
      'De outro plugin',
      [action('rank', { grade: 2 }), action('pass', { queue: node.a.support })],
      true,
    )
    expect(macro.actions).toMatchObject([
      { plugin: 'clerk', name: 'rank', ends: false },
      { plugin: 'clerk', name: 'pass', ends: true },
    ])
    expect(await run(ugo!, macro)).toMatchObject({
      finished: true,
      undo: null,
      stays: ['actions'],
      steps: [{ state: 'done' }, { state: 'done' }],
    })
    expect(await read(caio!)).toMatchObject({ queueId: node.a.support, status: 'pending', priority: 'urgent' })
    const logs = await ana!.ok<{ type: string; user: { name: string } | null }[]>('GET', `/tickets/${ticket}/logs`)
    expect(logs.find(({ type }) => type === 'priority')?.user?.name).toBe(node.a.user.name)
    ticket = await openTicket()
    const calming = await make(ana!, 'Acalmar', [action('rank', { grade: 1 }), action('calm')], true)
    expect(
      (await ugo!.ok<Macro[]>('GET', path)).find(({ id }) => id === calming.id)?.actions.map(({ name }) => name),
    ).toEqual(['rank'])
    expect(states(await run(ugo!, calming))).toEqual(['done', 'ERR_AUTOMATION_BLOCK'])
    expect(states(await run(ana!, calming))).toEqual(['done', 'done'])
  })

  test('says before it runs and when it runs that its plugin is off; other companies are not touched by that', async () => {
    const [macro, bias] = [
      await make(ugo!, 'Sem plugin', [{ kind: 'priority', priority: 'high' }, action('rank', { grade: 2 })]),
      await make(bia!, 'Com plugin', [action('rank', { grade: 2 })]),
    ]
    const problems = async (): Promise<unknown[]> =>
      (
        await ugo!.ok<{ steps: { problem: string | null }[] }>('GET', `${path}/${macro.id}/preview?ticketId=${ticket}`)
      ).steps.map(({ problem }) => problem)
    expect(await problems()).toEqual([null, null])
    await switched(false)
    try {
      expect(await problems()).toEqual([null, 'ERR_AUTOMATION_BLOCK'])
      expect((await ugo!.ok<Macro[]>('GET', path)).find(({ id }) => id === macro.id)?.actions).toEqual([])
      expect(states(await run(ugo!, macro))).toEqual(['done', 'ERR_AUTOMATION_BLOCK'])
      expect((await bia!.ok<Macro[]>('GET', path)).find(({ id }) => id === bias.id)?.actions).toHaveLength(1)
    } finally {
      await switched(true)
    }
    expect(await bia!.refused('POST', `${path}/${bias.id}/run`, { ticketId: ticket, key: randomUUID() })).toBe(
      '404 ERR_NO_TICKET_FOUND',
    )
  })
})

describe('a reply of a run', () => {
  const replying = (name: string) => make(ugo!, name, [{ kind: 'reply', text: 'Até logo' }])
  const deleted = async (id: string): Promise<boolean> =>
    (
      await node.database
        .owner`select from core.message where id = ${id} and (deleted_at is not null or act ->> 'kind' = 'delete')`
    ).length === 1

  test('is answered by its id, the same one however often, and is taken back by who wrote it', async () => {
    const macro = await replying('Responder e voltar')
    const key = randomUUID()
    const [id] = (await run(ugo!, macro, ticket, key)).steps[0]!.messages!
    await node.database.owner`
      update plg_macros.run
         set is_finished = false, results = '[]', texts = ${node.database.owner.json(['Até logo'])},
             leased_until = now() - interval '1 second'
       where key = ${key}`
    const again = await run(ugo!, macro, ticket, key)
    expect([again.steps[0]!.messages, again.undo, again.stays]).toEqual([[id], null, []])
    expect(await bia!.refused('DELETE', `/messages/${id}`, {})).toBe('404 ERR_NO_MESSAGE_FOUND')
    await ugo!.ok('DELETE', `/messages/${id}`, {})
    expect(await deleted(id!)).toBe(true)
  })

  test('stays once its time is over', async () => {
    const [id] = (await run(ugo!, await replying('Tarde demais'))).steps[0]!.messages!
    await node.database.owner`update core.delivery set state = 'sent' where message_id = ${id!}`
    await node.database
      .owner`update core.message set status = 'sent', sent_at = now() - interval '6 minutes' where id = ${id!}`
    expect(await ugo!.refused('DELETE', `/messages/${id}`, {})).toBe('422 ERR_DELETE_TOO_OLD')
    expect(await deleted(id!)).toBe(false)
  })

  test('that is on a ticket out of one’s sight is not offered to be taken back', async () => {
    const macro = await make(ugo!, 'Responder e passar', [
      { kind: 'reply', text: 'Já volto' },
      { kind: 'toQueue', queueId: node.a.support },
    ])
    const answer = await run(ugo!, macro)
    expect([states(answer), answer.undo, answer.steps[0]!.messages]).toEqual([['done', 'done'], null, undefined])
  })
})

describe('whoever leaves the company', () => {
  test('takes their own macros along; what is for everybody stays, and so does what colleagues and other companies have', async () => {
    const { owner } = node.database
    const leaving = node.a.colleague.id
    await make(caio!, 'De quem sai', [{ kind: 'return' }])
    const kept = [
      await make(ana!, 'De quem fica', [{ kind: 'return' }]),
      await make(bia!, 'De fora', [{ kind: 'return' }]),
      await make(ana!, 'De todos mesmo', [{ kind: 'return' }], true),
    ]
    await ana!.ok('DELETE', `/users/${leaving}?newUserId=${node.a.user.id}`)
    await eventually(
      () => owner`select from plg_macros.macro where user_id = ${leaving}`,
      (rows) => rows.length === 0,
    )
    expect(await owner`select from plg_macros.macro where id = any(${kept.map(({ id }) => id)}::uuid[])`).toHaveLength(
      3,
    )
  })
})
