import { join } from 'node:path'
import type {
  AutomationAbout,
  AutomationOffer,
  BlockCall,
  ConditionVerdict,
  Message,
  MessagePage,
  Ticket,
} from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, type Person } from '../harness/app.ts'

/* Conditions and actions that one plugin contributes (courier) and another one puts together (conductor). */

let world: HookWorld
/** Administrator, agents of sales and of support; and the other company's administrator. */
let [ana, ugo, caio, bia]: Person[] = []
let ticket: Ticket
let message: Message
let theirs: string
const number = '5511987654321'

beforeAll(async () => {
  world = await hookWorld({}, [join(import.meta.dirname, 'blocks')])
  ;[ana, ugo, caio, bia] = await Promise.all(
    [world.a.admin, world.a.user, world.a.colleague, world.b.admin].map((user) => world.signIn(user)),
  )
  await Promise.all([world.channel.say('maria', 'Quero pagar com Pix'), world.otherChannel.say('joao', 'Pix?')])
  const { owner } = world.database
  const idOf = async (chat: string) =>
    (await owner<{ id: string }[]>`select id from core.ticket where chat = ${chat}`)[0]!.id
  theirs = await idOf('joao')
  const ours = await idOf('maria')
  await owner`update core.ticket set queue_id = ${world.a.sales} where id = ${ours}`
  await owner`update core.contact set number = ${number} where tenant_id = ${world.a.id}`
  ticket = await ana!.ok<Ticket>('GET', `/tickets/${ours}`)
  message = (await ana!.ok<MessagePage>('GET', `/messages/${ours}`)).messages[0]!
})
afterAll(() => world.close())

const block = (name: string, input: Record<string, unknown> = {}, plugin = 'courier'): BlockCall => ({
  plugin,
  name,
  input,
})
const here = (): AutomationAbout[] => [{ ticket: ticket.id }]
const asked = async <T>(person: Person, what: string, body: object) =>
  (await person.ok<{ answer: T }>('POST', `/p/conductor/${what}`, body)).answer
const test = (conditions: readonly BlockCall[], about: readonly AutomationAbout[] = here(), person = ana!) =>
  asked<ConditionVerdict[][]>(person, 'test', { conditions, about })
const refusedRun = (action: BlockCall, { person = ugo!, key = 'k', ticketId = ticket.id as string } = {}) =>
  person.refused('POST', '/p/conductor/run', { action, ticketId, key })
/** What the conductor's job answers, where nobody looks. */
async function work<T>(body: object, person = ana!): Promise<T> {
  const order = crypto.randomUUID()
  await person.ok('POST', '/p/conductor/work', { about: here(), ...body, order })
  return eventually(
    () => asked<T>(person, 'heard', { order }),
    (answer) => answer !== undefined,
  )
}
const change = (plugin: string, enabled: boolean, person = ana!) =>
  person.ok('PUT', `/api/plugins/${plugin}`, { enabled })
const names = (blocks: AutomationOffer['actions']) => blocks.map(({ plugin, name }) => `${plugin}.${name}`)
const said = async () =>
  (await ana!.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages
    .filter(({ fromMe, isDeleted }) => fromMe && !isDeleted)
    .map(({ body, userId, sendType }) => ({ body, userId, sendType }))

describe('what is offered', () => {
  it('is what the company’s plugins contribute, with form and words', async () => {
    const offer = await asked<AutomationOffer>(ana!, 'offered', { by: 'automation' })
    expect(names(offer.conditions)).toEqual([
      'conductor.always',
      ...['says', 'calledBy', 'inQueue', 'before', 'throws', 'miscounts', 'refuses'].map((name) => `courier.${name}`),
    ])
    expect(names(offer.actions)).toEqual(['send', 'whoAsks', 'throws', 'refuses'].map((name) => `courier.${name}`))
    expect(offer.conditions.find(({ name }) => name === 'says')).toEqual({
      plugin: 'courier',
      pluginTitle: expect.objectContaining({ en: 'courier' }),
      name: 'says',
      namespace: 'plugin.courier',
      words: 'automation.conditions.says',
      icon: 'search',
      about: 'message',
      ends: false,
      fields: [{ name: 'word', type: 'string', required: true, minLength: 1, maxLength: 40 }],
    })
    expect(offer.conditions.find(({ name }) => name === 'inQueue')?.fields).toEqual([
      { name: 'queue', type: 'reference', refersTo: 'queue', required: true },
    ])
    expect(offer.actions.find(({ name }) => name === 'whoAsks')).toMatchObject({
      words: 'automation.actions.whoAsks',
      ends: true,
      about: 'ticket',
    })
  })

  it('for a user leaves out what they may not have done, and what only automations do', async () => {
    expect(names((await asked<AutomationOffer>(ana!, 'offered', { by: 'user' })).actions)).toEqual(
      ['send', 'hurry', 'keep', 'later', 'throws', 'refuses'].map((name) => `courier.${name}`),
    )
    expect(names((await asked<AutomationOffer>(ugo!, 'offered', { by: 'user' })).actions)).not.toContain(
      'courier.hurry',
    )
  })
})

describe('what was put together', () => {
  const require = (kind: 'conditions' | 'actions', calls: readonly BlockCall[], by = 'automation') =>
    ana!.call<{ error?: string; issues?: { path: string }[] }>('POST', '/p/conductor/require', { kind, calls, by })

  it('is checked, with the places of what is not offered and of what does not fit', async () => {
    expect(
      await require('conditions', [block('says', { word: 'oi' }), block('inQueue', { queue: world.a.sales })]),
    ).toMatchObject({ status: 200 })
    const gone = await require('actions', [block('send', { text: 'Oi' }), block('hurry'), block('send', {}, 'nobody')])
    expect(gone).toMatchObject({ status: 422, body: { error: 'ERR_AUTOMATION_BLOCK' } })
    expect(gone.body.issues?.map(({ path }) => path)).toEqual(['body.actions.1', 'body.actions.2'])
    const wrong = await require('conditions', [block('says', { word: ' ' }), block('says', { word: 'oi', words: 2 })])
    expect(wrong).toMatchObject({ status: 422, body: { error: 'ERR_VALIDATION' } })
    expect(wrong.body.issues?.map(({ path }) => path)).toEqual([
      'body.conditions.0.input.word',
      'body.conditions.1.input.words',
    ])
  })
})

describe('conditions', () => {
  it('answer about many conversations at once, in both orders, and a gone one is said to be gone', async () => {
    const about: AutomationAbout[] = [
      { ticket: ticket.id },
      { ticket: crypto.randomUUID() as Ticket['id'] },
      { ticket: ticket.id, message: message.id },
      { ticket: theirs as Ticket['id'] },
    ]
    const gone = { error: 'ERR_NO_TICKET_FOUND' }
    expect(
      await test(
        [block('says', { word: 'PIX' }), block('inQueue', { queue: world.a.sales }), block('always', {}, 'conductor')],
        about,
      ),
    ).toEqual([
      [false, true, true],
      [gone, gone, gone],
      [true, true, true],
      [gone, gone, gone],
    ])
    expect(await test([], about)).toEqual([[], [], [], []])
  })

  it('are about how it was then, for a simulation', async () => {
    const state = { status: 'closed', userId: null, queueId: world.a.support } as const
    expect(
      await test(
        [block('inQueue', { queue: world.a.support }), block('before', { instant: '2020-01-02' })],
        [{ ticket: ticket.id, state: state as never, at: '2020-01-01T00:00:00.000Z' }, { ticket: ticket.id }],
      ),
    ).toEqual([
      [true, true],
      [false, false],
    ])
  })

  it('that go wrong are an answer, and the others answer all the same', async () => {
    expect(
      await test(
        ['throws', 'miscounts', 'refuses']
          .map((name) => block(name))
          .concat(block('says'), block('gone'), block('inQueue', { queue: world.a.sales })),
        [...here(), ...here()],
      ),
    ).toEqual(
      [1, 2].map(() => [
        { error: 'ERR_PLUGIN_FAILED' },
        { error: 'ERR_PLUGIN_FAILED' },
        { error: 'ERR_NO_TAG_FOUND' },
        { error: 'ERR_VALIDATION' },
        { error: 'ERR_AUTOMATION_BLOCK' },
        true,
      ]),
    )
    await change('courier', false)
    expect(await test([block('inQueue', { queue: world.a.sales }), block('always', {}, 'conductor')])).toEqual([
      [{ error: 'ERR_AUTOMATION_BLOCK' }, true],
    ])
    expect(names((await asked<AutomationOffer>(ana!, 'offered', { by: 'automation' })).conditions)).toEqual([
      'conductor.always',
    ])
    await change('courier', true)
  })

  it('hear in an event what was said just now', async () => {
    await world.channel.say('maria', 'Aceita pix?')
    const latest = await eventually(async () =>
      (await ana!.ok<MessagePage>('GET', `/messages/${ticket.id}`)).messages.find(({ body }) => body === 'Aceita pix?'),
    )
    expect(
      await eventually(
        () => asked(ana!, 'heard', { order: latest!.id }),
        (answer) => answer !== undefined,
      ),
    ).toEqual([[true]])
  })

  it('see in a user’s route what they see, and the whole where nobody looks', async () => {
    await ana!.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'enabled' })
    const called = [block('calledBy', { number })]
    expect(await test(called, here(), ugo!)).toEqual([[false]])
    expect(await test(called, here(), ana!)).toEqual([[true]])
    expect(await test(called, here(), caio!)).toEqual([[{ error: 'ERR_NO_TICKET_FOUND' }]])
    expect(await work({ conditions: called }, ugo!)).toEqual([[true]])
    await ana!.ok('PUT', '/settings/hideContactData', { key: 'hideContactData', value: 'disabled' })
  })
})

describe('actions that nobody asks for', () => {
  it('are done by their plugin as itself, and the same key does no harm', async () => {
    for (const _time of [1, 2])
      expect(await work({ action: block('send', { text: 'Chave Pix: 123' }), key: 'pix-1' })).toBe('done')
    expect(await said()).toEqual([{ body: `Chave Pix: 123, ${number}`, userId: null, sendType: 'bot' }])
    expect(await work({ action: block('whoAsks') })).toBe('done')
  })

  it('are refused by what they refuse, and fail as a plugin fails', async () => {
    expect(await work({ action: block('refuses') })).toBe('ERR_NO_TAG_FOUND')
    expect(await work({ action: block('throws') })).toBe('ERR_PLUGIN_FAILED')
    expect(await work({ action: block('send', { text: '' }) })).toBe('ERR_VALIDATION')
    expect(await work({ action: block('hurry') })).toBe('ERR_AUTOMATION_BLOCK')
    expect(await work({ action: block('send', { text: 'Oi' }), about: [{ ticket: theirs }] })).toBe(
      'ERR_NO_TICKET_FOUND',
    )
    expect(await asked(ana!, 'act', { action: block('send', { text: 'Oi' }), ticketId: ticket.id })).toMatch(
      /acting\.actions\.run/,
    )
  })
})

describe('actions that a user asks for', () => {
  it('are done in their name', async () => {
    await ugo!.ok('POST', '/p/conductor/run', {
      action: block('send', { text: 'Já te passo' }),
      ticketId: ticket.id,
      key: 'u-1',
    })
    expect((await said()).at(-1)).toEqual({ body: `Já te passo, ${number}`, userId: world.a.user.id, sendType: 'chat' })
    await ana!.ok('POST', '/p/conductor/run', { action: block('hurry'), ticketId: ticket.id, key: 'u-2' })
    expect(await ugo!.ok('GET', `/tickets/${ticket.id}`)).toMatchObject({ priority: 'urgent' })
  })

  it('only where they see the conversation, and only what is offered to them', async () => {
    expect(await refusedRun(block('send', { text: 'Oi' }), { person: caio! })).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await refusedRun(block('send', { text: 'Oi' }), { person: bia! })).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await refusedRun(block('nothing'), { person: bia! })).toBe('404 ERR_NO_TICKET_FOUND')
    expect(await refusedRun(block('hurry'))).toBe('422 ERR_AUTOMATION_BLOCK')
    expect(await refusedRun(block('whoAsks'))).toBe('422 ERR_AUTOMATION_BLOCK')
    expect(await refusedRun(block('send', { text: ' ' }))).toBe('422 ERR_VALIDATION')
    expect(await refusedRun(block('refuses'))).toBe('404 ERR_NO_TAG_FOUND')
  })

  it('and what an action keeps of them is worth nothing afterwards', async () => {
    await ana!.ok('POST', '/p/conductor/run', { action: block('keep'), ticketId: ticket.id, key: 'u-3' })
    expect(await refusedRun(block('later'))).toBe('500 ERR_PLUGIN_FAILED')
    expect(await ugo!.ok('GET', `/tickets/${ticket.id}`)).toMatchObject({ priority: 'urgent' })
  })

  it('what was written for a user can be taken back, and the same key answers the same messages', async () => {
    const write = (back: boolean) =>
      asked<string[]>(ugo!, 'write', { ticketId: ticket.id, text: 'Sem querer', key: 'w-1', back })
    const first = await write(false)
    expect(first).toHaveLength(1)
    expect(await write(true)).toEqual(first)
    await eventually(async () => (await said()).every(({ body }) => body !== 'Sem querer'))
  })
})

it('a plugin above the company’s licence contributes nothing to it', async () => {
  await world.database.owner`update core.tenant set tier = 'basic' where id = ${world.b.id}`
  await world.restart()
  expect(names((await asked<AutomationOffer>(bia!, 'offered', { by: 'automation' })).conditions)).toEqual([
    'conductor.always',
  ])
  expect(
    await test(
      [block('says', { word: 'pix' }), block('always', {}, 'conductor')],
      [{ ticket: theirs as Ticket['id'] }],
      bia!,
    ),
  ).toEqual([[{ error: 'ERR_AUTOMATION_BLOCK' }, true]])
})
