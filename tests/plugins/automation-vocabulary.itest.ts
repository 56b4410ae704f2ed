import { join } from 'node:path'
import type { AutomationAbout, BlockCall, ConditionVerdict, MessagePage, Tag, Ticket } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'

/*
 * What rules are made of, as the product's own plugins contribute it, put together by one that is made up (conductor).
 */

let world: HookWorld
/** The administrators of both companies. */
let [ana, bia]: Person[] = []
let ticket: Ticket
let message: string
let theirs: string
let tag: Tag

beforeAll(async () => {
  world = await hookWorld({}, [join(import.meta.dirname, '../../plugins'), join(import.meta.dirname, 'blocks')])
  ;[ana, bia] = await Promise.all([world.a.admin, world.b.admin].map((user) => world.signIn(user)))
  await Promise.all([
    world.channel.say('maria', 'Quero a 2ª via do BOLETO, por favor'),
    world.otherChannel.say('joao', 'Oi'),
  ])
  const idOf = async (chat: string) =>
    (await world.database.owner<{ id: string }[]>`select id from core.ticket where chat = ${chat}`)[0]!.id
  const ours = await idOf('maria')
  theirs = await idOf('joao')
  await world.database.owner`update core.ticket set queue_id = ${world.a.sales} where id = ${ours}`
  await world.database.owner`
    update core.contact set number = '5511987654321', email = 'maria@recado.test' where tenant_id = ${world.a.id}`
  tag = await ana!.ok<Tag>('POST', '/tags', { tag: 'VIP', color: '#334155' })
  for (const owner of ['ticket', 'contact'])
    await ana!.ok('POST', '/attributes', {
      owner,
      type: 'choice',
      key: 'plan',
      label: 'Plano',
      options: [{ label: 'Ouro' }, { label: 'Prata' }],
    })
  ticket = await read(ours)
  message = (await ana!.ok<MessagePage>('GET', `/messages/${ours}`)).messages[0]!.id
})
afterAll(() => world.close())

const read = (id: string = ticket.id) => ana!.ok<Ticket>('GET', `/tickets/${id}`)
const said = async () =>
  (await ana!.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.filter(({ fromMe }) => fromMe)
const block = (name: string, input: Record<string, unknown> = {}, plugin = 'automations'): BlockCall => ({
  plugin,
  name,
  input,
})
/**
 * What becomes of it where nobody looks: verdicts of conditions, `done` of an action, or the code with which it is
 * refused.
 */
async function work<T>(
  body: { conditions?: readonly BlockCall[]; action?: BlockCall; about: readonly object[]; key?: string },
  person = ana!,
): Promise<T> {
  const order = crypto.randomUUID()
  await person.ok('POST', '/p/conductor/work', { ...body, order })
  return eventually(
    async () => (await person.ok<{ answer: T }>('POST', '/p/conductor/heard', { order })).answer,
    (answer) => answer !== undefined,
  )
}
const does = (action: BlockCall, key: string = crypto.randomUUID(), about: string = ticket.id, person = ana!) =>
  work<string>({ action, about: [{ ticket: about }], key }, person)

describe('conditions of a conversation', () => {
  const asked: [string, Record<string, unknown>, boolean][] = [
    ['text', { words: ['boleto', 'fatura'] }, true],
    ['text', { words: ['boletos'] }, false],
    ['messageKind', { kinds: ['text'] }, true],
    ['messageKind', { kinds: ['image'] }, false],
    ['status', { states: ['pending'] }, true],
    ['user', { orNobody: true }, true],
    ['priority', { priorities: ['urgent'] }, false],
    ['lastWord', { from: 'contact' }, true],
    ['elapsed', { since: 'created', test: 'atMost', amount: 1, unit: 'days' }, true],
    ['elapsed', { since: 'closed', amount: 1 }, false],
    [
      'hours',
      {
        days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        from: '00:00',
        until: '00:00',
      },
      true,
    ],
    ['calendarDay', { days: ['1999-01-01'] }, false],
    ['serviceWindow', { state: 'closed' }, false],
    ['contact', { field: 'number', test: 'startsWith', values: ['55 11'] }, true],
    ['contact', { field: 'email', test: 'endsWith', values: ['@recado.test'] }, true],
    ['wallet', { orNobody: true }, true],
    ['language', { languages: ['pt'] }, false],
    ['contactAttribute', { attribute: 'plan', test: 'set' }, false],
  ]

  it('are asked of what it is, whole, with nobody looking', async () => {
    const verdicts = await work<ConditionVerdict[][]>({
      conditions: [
        ...asked.map(([name, input]) => block(name, input)),
        block('queue', { queues: [world.a.sales] }),
        block('connection', { connections: [ticket.channelId] }),
        block('tags', { tags: [tag.id] }),
      ],
      about: [{ ticket: ticket.id, message }] satisfies object[] as AutomationAbout[],
    })
    expect(verdicts).toEqual([[...asked.map(([, , expected]) => expected), true, true, false]])
  })

  it('that ask about words answer no where nothing was said', async () => {
    expect(
      await work({
        conditions: [block('text', { words: ['boleto'] }), block('messageKind', { kinds: ['text'] })],
        about: [{ ticket: ticket.id }],
      }),
    ).toEqual([[false, false]])
  })

  it('segments are asked about as they stand, the shared ones of the company alone', async () => {
    const filter = { searchParam: 'boleto@recado.test' }
    const save = (name: string, given: object, shared = true, person = ana!) =>
      person.ok<{ id: string }>('POST', '/contact-segments', { name, shared, filter: given })
    const [fits, misses, own, foreign] = await Promise.all([
      save('Maria', { searchParam: 'maria@recado.test' }),
      save('Ninguém', filter),
      save('Só meu', {}, false),
      save('Deles', {}, true, bia!),
    ])
    const verdicts = await work<ConditionVerdict[][]>({
      conditions: [fits, misses, own, foreign].map(({ id }) => block('segment', { segment: id })),
      about: [{ ticket: ticket.id }],
    })
    expect(verdicts).toEqual([[true, false, { error: 'ERR_NO_SEGMENT_FOUND' }, { error: 'ERR_NO_SEGMENT_FOUND' }]])
  })
})

describe('actions on a conversation', () => {
  it('put tags on and off, change the priority and fill in attributes', async () => {
    expect(await does(block('addTags', { tags: [tag.id] }))).toBe('done')
    expect(await does(block('priority', { priority: 'urgent' }))).toBe('done')
    expect(await does(block('ticketAttribute', { attribute: 'plan', value: 'ouro' }))).toBe('done')
    expect(await does(block('contactAttribute', { attribute: 'plan', value: 'Prata' }))).toBe('done')
    expect(await read()).toMatchObject({
      tags: [{ id: tag.id }],
      priority: 'urgent',
      attributes: { plan: expect.any(String) },
    })
    expect(
      await work({
        conditions: [
          block('tags', { tags: [tag.id] }),
          block('ticketAttribute', { attribute: 'plan', value: 'Ouro' }),
          block('contactAttribute', { attribute: 'plan', value: 'ouro' }),
        ],
        about: [{ ticket: ticket.id }],
      }),
    ).toEqual([[true, true, false]])
    expect(await does(block('removeTags', { tags: [tag.id] }))).toBe('done')
    expect(await does(block('ticketAttribute', { attribute: 'plan', value: 'bronze' }))).toBe('ERR_VALIDATION')
    expect((await read()).tags).toEqual([])
  })

  it('answer once for one key, filled in', async () => {
    for (const _again of [1, 2])
      expect(await does(block('reply', { text: 'Oi {{name}}, protocolo {{protocol}}' }), 'reply-1')).toBe('done')
    expect(await said()).toMatchObject([
      { body: `Oi ${ticket.name.split(' ')[0]!}, protocolo ${ticket.protocol}`, userId: null, sendType: 'bot' },
    ])
  })

  it('hand it on; where it is already is done', async () => {
    expect(await does(block('toQueue', { queue: world.a.support }))).toBe('done')
    expect(await does(block('toQueue', { queue: world.a.support }))).toBe('done')
    expect(await does(block('toUser', { user: world.a.colleague.id }))).toBe('done')
    expect(await read()).toMatchObject({ queueId: world.a.support, userId: world.a.colleague.id })
    expect(await does(block('snooze', { amount: 2, unit: 'days' }))).toBe('done')
    expect((await read()).snooze).not.toBeNull()
    expect(await does(block('unassign'))).toBe('done')
    expect(await read()).toMatchObject({ status: 'pending', userId: null, snooze: null })
  })

  it('of other plugins: a note of nobody’s, a quick message of everybody', async () => {
    for (const _again of [1, 2])
      expect(await does(block('write', { content: 'Pediu a 2ª via' }, 'notes'), 'note-1')).toBe('done')
    expect(await ana!.ok('GET', `/p/notes/tickets/${ticket.id}/notes`)).toMatchObject({
      notes: [{ content: 'Pediu a 2ª via', user: null, shared: true }],
    })
    const form = new FormData()
    form.set(
      'draft',
      JSON.stringify({
        key: 'boleto',
        scope: 'global',
        parts: [{ text: '{{greeting}}, {{name}}!' }, { text: 'Segue a 2ª via' }],
      }),
    )
    await ana!.ok('POST', '/p/quick-messages/messages', form)
    expect(await does(block('send', { shortcut: '/boleto' }, 'quick-messages'), 'quick-1')).toBe('done')
    expect(await does(block('send', { shortcut: 'outro' }, 'quick-messages'))).toBe('ERR_NO_FAST_REPLY_FOUND')
    expect((await said()).slice(-2)).toMatchObject([
      { body: expect.stringMatching(/^(Bom dia|Boa tarde|Boa noite), /) },
      { body: 'Segue a 2ª via', sendType: 'bot' },
    ])
  })

  it('of macros: those of everybody, step by step and once, and none that needs an author', async () => {
    const make = (name: string, steps: readonly object[], shared = true) =>
      ana!.ok<{ id: string }>('POST', '/p/macros/macros', { name, shared, steps })
    const run = (macro: string, key?: string, of: string = ticket.id, person = ana!) =>
      does(block('run', { macro }, 'macros'), key, of, person)
    const thanks = await make('Agradecer', [
      { kind: 'reply', text: 'Obrigado, {{name}}!' },
      { kind: 'addTag', tagId: tag.id },
      { kind: 'priority', priority: 'low' },
      { kind: 'toQueue', queueId: world.a.sales },
    ])
    const noted = await make('Anotar', [{ kind: 'note', text: 'Para depois' }])
    const own = await make('Minha', [{ kind: 'reply', text: 'Oi' }], false)
    expect(await ana!.ok('GET', '/p/macros/choices')).toEqual({ choices: [{ id: thanks.id, title: 'Agradecer' }] })
    const before = (await said()).length
    for (const _again of [1, 2]) expect(await run(thanks.id, 'macro-1')).toBe('done')
    expect((await said()).slice(before)).toMatchObject([
      { body: `Obrigado, ${ticket.name.split(' ')[0]!}!`, userId: null, sendType: 'bot' },
    ])
    expect(await read()).toMatchObject({ tags: [{ id: tag.id }], priority: 'low', queueId: world.a.sales })
    for (const { id } of [noted, own]) expect(await run(id)).toBe('ERR_NO_MACRO_FOUND')
    expect(await run(thanks.id, 'macro-2', theirs, bia!)).toBe('ERR_NO_MACRO_FOUND')
  })

  it('end it, with nothing said', async () => {
    const before = (await said()).length
    expect(await does(block('resolve', { withoutFarewell: true }))).toBe('done')
    expect(await read()).toMatchObject({ status: 'closed' })
    expect(await said()).toHaveLength(before)
  })

  it('of one company touch nothing of another', async () => {
    expect(await does(block('toQueue', { queue: world.a.support }), 'b-1', theirs, bia!)).toBe('ERR_NO_QUEUE_FOUND')
    expect(await does(block('addTags', { tags: [tag.id] }), 'b-2', theirs, bia!)).toBe('ERR_NO_TAG_FOUND')
    expect(await does(block('send', { shortcut: 'boleto' }, 'quick-messages'), 'b-3', theirs, bia!)).toBe(
      'ERR_NO_FAST_REPLY_FOUND',
    )
    expect(await does(block('priority', { priority: 'low' }), 'b-4', ticket.id, bia!)).toBe('ERR_NO_TICKET_FOUND')
    expect(await bia!.ok<Ticket>('GET', `/tickets/${theirs}`)).toMatchObject({
      queueId: null,
      tags: [],
      priority: 'normal',
    })
  })
})
