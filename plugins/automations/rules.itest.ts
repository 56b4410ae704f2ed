import {
  MessageReceived,
  mint,
  Refusal,
  TicketClosed,
  TicketDeleted,
  TicketMerged,
  TicketUpdated,
  type ConnectionId,
  type ContactId,
  type MessageId,
  type TicketId,
} from '@recado/sdk'
import { testHost, type TestCompany } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { act, label, playCore, type PlayedCore } from './played-core.rig.ts'
import { maxRules, mostFiringsADay, type RuleEvent } from './src/rules/limits.ts'
import type { Rule } from './src/rules/rule.ts'
import type { FiringPage } from './src/runs/firing.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
const path = '/p/automations/rules'

let a: TestCompany
let played: PlayedCore
let ticket: TicketId
beforeEach(() => {
  ;({ a } = host)
  played = playCore(a)
  playCore(host.b)
  ticket = played.ticket()
})

const draft = (name: string, event: RuleEvent, actions: object[], more: object = {}) => ({
  name,
  trigger: { kind: 'event', event },
  actions,
  ...more,
})
async function make(body: object, company = a): Promise<Rule> {
  const answer = await company.ask('POST', path, { body })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer))
  return answer.body as Rule
}
const names = async (company = a): Promise<string[]> =>
  ((await company.ask('GET', path)).body as Rule[]).map(({ name }) => name)
const firings = async (query: Record<string, string> = {}): Promise<FiringPage> =>
  (await a.ask('GET', '/p/automations/firings', { query })).body as FiringPage
const ref = (ticketId = ticket) => ({
  ticketId,
  contactId: mint<ContactId>(randomUUID()),
  connectionId: mint<ConnectionId>(randomUUID()),
})
const received = (of = ticket) => ({ ...ref(of), messageId: mint<MessageId>(randomUUID()), firstOfTicket: false })
const writes = (times = 1, of = ticket) => a.deliver(MessageReceived, received(of), { times })

describe('rules', () => {
  test('stand in an order, under names of their own, and are another company’s never', async () => {
    const [first, second] = [
      await make(draft('Primeira', 'received', [act('say', 'a')])),
      await make(draft('Segunda', 'closed', [act('say', 'b')], { isActive: false })),
    ]
    expect(await make(draft('Primeira', 'received', [act('say', 'a')]), host.b)).toMatchObject({
      name: 'Primeira',
      isActive: true,
      match: 'all',
      repetition: 'always',
      fired: 0,
      lastFiredAt: null,
      problems: [],
    })
    expect(await a.ask('POST', path, { body: draft('PRIMEIRA', 'received', [act('say', 'a')]) })).toMatchObject({
      status: 409,
      body: { error: 'ERR_RULE_EXISTS' },
    })
    expect(
      (await a.ask('PUT', '/p/automations/rule-order', { body: { ids: [second.id, randomUUID(), first.id] } })).body,
    ).toMatchObject([{ name: 'Segunda' }, { name: 'Primeira' }])
    expect([await names(), await names(host.b)]).toEqual([['Segunda', 'Primeira'], ['Primeira']])
    for (const [method, body] of [
      ['PUT', draft('x', 'closed', [act('say', 'x')])],
      ['PATCH', { isActive: true }],
      ['DELETE', undefined],
    ] as const) {
      expect(await a.ask(method, `${path}/${randomUUID()}`, { body })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_RULE_FOUND' },
      })
    }
    expect(
      (await a.ask('PUT', `${path}/${first.id}`, { body: draft('Outra', 'sent', [act('say', 'c')]) })).body,
    ).toMatchObject({ name: 'Outra', trigger: { event: 'sent' } })
    expect((await a.ask('DELETE', `${path}/${first.id}`)).status).toBe(200)
    expect(await names()).toEqual(['Segunda'])
  })

  test('are an administrator’s', async () => {
    for (const role of ['user', 'super'] as const)
      for (const [method, at] of [
        ['GET', 'rules'],
        ['GET', 'blocks'],
        ['GET', 'firings'],
        ['POST', 'simulations'],
      ] as const) {
        expect(await a.ask(method, `/p/automations/${at}`, { role, body: {} })).toMatchObject({
          status: 403,
          body: { error: 'ERR_NO_PERMISSION' },
        })
      }
  })

  test('are made of what is offered and fits its place', async () => {
    const refused = async (body: object) =>
      (await a.ask('POST', path, { body })).body as { error: string; issues: { path: string }[] }
    expect(await refused(draft('x', 'received', [act('unknown', 'a')]))).toMatchObject({
      error: 'ERR_AUTOMATION_BLOCK',
      issues: [{ path: 'body.actions.0' }],
    })
    expect(await refused(draft('x', 'received', [act('say', 'a'), act('end', 'a'), act('say', 'b')]))).toMatchObject({
      error: 'ERR_AUTOMATION_BLOCK',
      issues: [{ path: 'body.actions.1' }],
    })
    expect(
      await refused(
        draft('x', 'closed', [act('say', 'a')], { conditions: [label('vip'), { ...label('x'), name: 'said' }] }),
      ),
    ).toMatchObject({ error: 'ERR_AUTOMATION_BLOCK', issues: [{ path: 'body.conditions.1' }] })
    await make(
      draft('x', 'received', [act('say', 'a'), act('end', 'a')], { conditions: [{ ...label('x'), name: 'said' }] }),
    )
  })

  test('say what of them cannot be used any more', async () => {
    const { id } = await make(draft('x', 'received', [act('say', 'a')], { conditions: [label('vip')] }))
    await a
      .context()
      .db.transaction((tx) =>
        tx.query(
          `update plg_automations.rule set actions = '[{"plugin":"gone","name":"say","input":{}}]' where id = $1`,
          [id],
          'object',
        ),
      )
    expect((await a.ask('GET', path)).body).toMatchObject([
      { problems: [{ part: 'actions', at: 0, error: 'ERR_AUTOMATION_BLOCK' }] },
    ])
  })

  test('are so many and no more', async () => {
    await a.context().db.transaction((tx) =>
      tx.query(
        `insert into plg_automations.rule (tenant_id, name, position, is_active, trigger, match, conditions, actions,
           repetition, is_last)
         select $1, 'r' || n, n, false, '{"kind":"event","event":"closed"}', 'all', '[]', '[]', 'always', false
           from generate_series(1, $2) n`,
        [a.tenant, maxRules],
        'object',
      ),
    )
    expect(await a.ask('POST', path, { body: draft('x', 'closed', [act('say', 'a')]) })).toMatchObject({
      status: 409,
      body: { error: 'ERR_RULE_LIMIT', limit: maxRules },
    })
  })
})

describe('an event', () => {
  test('has the rules fire that begin with it, in their order, once however often it comes', async () => {
    await make(draft('Segunda', 'received', [act('say', 'second')]))
    const first = await make(draft('Primeira', 'received', [act('say', 'first'), act('label', 'greeted')]))
    await make(draft('Outra', 'closed', [act('say', 'closed')]))
    await a.ask('PUT', '/p/automations/rule-order', { body: { ids: [first.id] } })
    await writes(3)
    expect(played.done).toEqual(['say first', 'label greeted', 'say second'])
    await a.deliver(TicketClosed, { ...ref(), userId: null })
    expect(played.done.at(-1)).toBe('say closed')
    expect(
      ((await a.ask('GET', path)).body as Rule[]).map(({ name, fired, lastFiredAt }) => [
        name,
        fired,
        lastFiredAt !== null,
      ]),
    ).toEqual([
      ['Primeira', 1, true],
      ['Segunda', 1, true],
      ['Outra', 1, true],
    ])
  })

  test('costs a company without rules nothing but one look', async () => {
    const ctx = a.context()
    let looks = 0
    const counting = {
      ...ctx,
      db: {
        transaction: (work: never) => {
          looks++
          return ctx.db.transaction(work)
        },
      },
    }
    for (let event = 0; event < 5; event++)
      await plugin.implementation.on.received(received(), counting as never, {
        id: randomUUID(),
        attempt: 1,
        mayRepeat: false,
      })
    expect([looks, played.asked]).toEqual([1, []])
    await make(draft('Agora', 'received', [act('say', 'now')]))
    await plugin.implementation.on.received(received(), counting as never, {
      id: randomUUID(),
      attempt: 1,
      mayRepeat: false,
    })
    expect(played.done).toEqual(['say now'])
  })

  test('asks later rules anew after one has acted, and none behind the last one', async () => {
    await make(draft('Marca', 'received', [act('label', 'vip')], { conditions: [label('vip', true)] }))
    await make(draft('Vê', 'received', [act('say', 'seen')], { conditions: [label('vip')], isLast: true }))
    await make(draft('Nunca', 'received', [act('say', 'never')]))
    await writes()
    expect(played.done).toEqual(['label vip', 'say seen'])
    await writes()
    expect(played.done).toEqual(['label vip', 'say seen', 'say seen'])
  })

  test('has no rule fire whose conditions do not hold or cannot be asked', async () => {
    await make(draft('Nenhuma', 'received', [act('say', 'no')], { conditions: [label('vip')] }))
    await make(
      draft('Quebrada', 'received', [act('say', 'no')], {
        match: 'any',
        conditions: [label('vip', true), { ...label('x'), name: 'broken' }],
      }),
    )
    await make(draft('Desligada', 'received', [act('say', 'no')], { isActive: false }))
    await writes()
    expect([played.done, (await firings()).firings]).toEqual([[], []])
  })

  test('that the plugin caused itself has none fire, and a change means what it changed', async () => {
    await make(draft('Assumida', 'assigned', [act('say', 'assigned')]))
    await make(draft('Devolvida', 'returned', [act('say', 'returned')]))
    const [open, waiting] = [
      { status: 'open', userId: mint(randomUUID()), queueId: null },
      { status: 'pending', userId: null, queueId: null },
    ] as const
    await a.deliver(TicketUpdated, { ...ref(), ...open, before: waiting, by: 'automations' })
    expect(played.done).toEqual([])
    await a.deliver(TicketUpdated, { ...ref(), ...open, before: waiting })
    await a.deliver(TicketUpdated, { ...ref(), ...waiting, before: open, by: 'another' })
    expect(played.done).toEqual(['say assigned', 'say returned'])
  })

  test('that was interrupted goes on with the same action, and with the rules behind it', async () => {
    await make(
      draft('Primeira', 'received', [act('label', 'vip'), act('say', 'first')], { conditions: [label('vip', true)] }),
    )
    await make(draft('Segunda', 'received', [act('say', 'second')]))
    const [message, id] = [received(), randomUUID()]
    const handle = () =>
      plugin.implementation.on.received(message, a.context() as never, { id, attempt: 1, mayRepeat: true })
    played.interrupt = () => {
      played.interrupt = () => {
        throw new TypeError('the database is away')
      }
    }
    await expect(handle()).rejects.toThrow('away')
    expect([played.done, (await firings()).firings]).toEqual([['label vip'], []])
    await Promise.all([handle(), handle()])
    expect(played.done.toSorted()).toEqual(['label vip', 'say first', 'say second'])
    expect((await firings()).firings.map(({ rule, results }) => [rule, results.map(({ state }) => state)])).toEqual([
      ['Segunda', ['done']],
      ['Primeira', ['done', 'done']],
    ])
  })

  test('that takes too long lets itself come again, and goes on behind the last rule that fired', async () => {
    await make(draft('Primeira', 'received', [act('label', 'vip')], { conditions: [label('vip', true)] }))
    await make(draft('Segunda', 'received', [act('say', 'second')], { isLast: true }))
    await make(draft('Terceira', 'received', [act('say', 'third')]))
    const [message, id] = [received(), randomUUID()]
    const handle = () =>
      plugin.implementation.on.received(message, a.context() as never, { id, attempt: 1, mayRepeat: true })
    const clock = vi.spyOn(Date, 'now')
    try {
      const begun = Date.now()
      played.interrupt = () => {
        clock.mockReturnValue(begun + 8_000)
      }
      await expect(handle()).rejects.toMatchObject({ code: 'ERR_TIMEOUT' })
    } finally {
      clock.mockRestore()
    }
    expect(played.done).toEqual(['label vip'])
    await handle()
    await handle()
    expect(played.done).toEqual(['label vip', 'say second'])
  })

  test('fires the same rule twice nowhere, though two nodes handle it at once', async () => {
    await make(draft('Uma', 'received', [act('say', 'once')]))
    const [message, id] = [received(), randomUUID()]
    await Promise.all(
      Array.from({ length: 6 }, () =>
        plugin.implementation.on.received(message, a.context() as never, { id, attempt: 1, mayRepeat: false }),
      ),
    )
    expect(
      await a.context().db.transaction((tx) => tx.query('select rule from plg_automations.firing', [], 'object')),
    ).toHaveLength(1)
    expect(played.done).toEqual(['say once'])
  })
})

describe('repetition', () => {
  test('always has an end: so often a day and no more, though two automations answer each other', async () => {
    await make(draft('Eco', 'received', [act('say', 'echo')]))
    for (let message = 0; message < mostFiringsADay + 5; message++) await writes()
    expect(played.done).toHaveLength(mostFiringsADay)
    await writes(1, played.ticket())
    expect(played.done).toHaveLength(mostFiringsADay + 1)
  })

  test('once is once in a ticket, and once a day is that, by the company’s clock', async () => {
    await make(draft('Saudação', 'received', [act('say', 'hello')], { repetition: 'once' }))
    await make(draft('Fora do horário', 'received', [act('say', 'closed')], { repetition: 'daily' }))
    await writes()
    await writes()
    expect(played.done).toEqual(['say hello', 'say closed'])
    await a.context().db.transaction((tx) => tx.query('update plg_automations.tally set day = day - 1', [], 'object'))
    await writes()
    expect(played.done).toEqual(['say hello', 'say closed', 'say closed'])
    await writes(1, played.ticket())
    expect(played.done).toHaveLength(5)
  })

  test('once holds in the ticket that it became part of', async () => {
    await make(draft('Saudação', 'received', [act('say', 'hello')], { repetition: 'once' }))
    await writes()
    const into = played.ticket()
    await a.deliver(
      TicketMerged,
      { from: ticket, into, contactId: mint<ContactId>(randomUUID()), connectionId: mint<ConnectionId>(randomUUID()) },
      { times: 2 },
    )
    await writes(1, into)
    expect(played.done).toEqual(['say hello'])
  })
})

describe('what became of it', () => {
  test('is read latest first, page by page, by rule, and by what was refused; names as far as they are known', async () => {
    const rule = await make(draft('Todas', 'received', [act('say', 'x'), act('label', 'y')]))
    const other = await make(draft('Outra', 'closed', [act('say', 'z')]))
    for (let message = 0; message < 60; message++)
      await writes(1, message % 20 === 0 ? (ticket = played.ticket()) : ticket)
    played.interrupt = () => {
      throw new Refusal('ERR_SERVICE_WINDOW_CLOSED')
    }
    await writes(1, (ticket = played.ticket()))
    const gone = played.ticket()
    await a.deliver(TicketClosed, { ...ref(gone), userId: null })
    a.core.known.tickets.delete(gone)
    const first = await firings()
    const second = await firings({ cursor: first.nextCursor! })
    const all = [...first.firings, ...second.firings]
    expect([first.firings.length, second.nextCursor, new Set(all.map(({ id }) => id)).size, all.length]).toEqual([
      50,
      null,
      62,
      62,
    ])
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(all[0]).toMatchObject({ rule: 'Outra', name: null, protocol: null, ticketId: gone })
    expect(all[1]).toMatchObject({
      rule: 'Todas',
      name: `Maria ${ticket.slice(0, 4)}`,
      results: [
        { state: 'refused', error: 'ERR_SERVICE_WINDOW_CLOSED' },
        { state: 'skipped', error: null },
      ],
    })
    expect((await firings({ ruleId: other.id })).firings).toHaveLength(1)
    expect((await firings({ ruleId: rule.id, refused: 'true' })).firings.map(({ id }) => id)).toEqual([all[1]!.id])
    expect(await a.ask('GET', '/p/automations/firings', { query: { cursor: 'nonsense' } })).toMatchObject({
      status: 422,
      body: { error: 'ERR_VALIDATION' },
    })
    await a.ask('DELETE', `${path}/${rule.id}`)
    expect((await firings({ ruleId: rule.id })).firings).toHaveLength(50)
  })

  test('is gone with its ticket', async () => {
    await make(draft('Uma', 'received', [act('say', 'x')]))
    await writes()
    await a.deliver(TicketDeleted, { ticketId: ticket }, { times: 2 })
    for (const table of ['firing', 'tally'])
      expect(
        await a.context().db.transaction((tx) => tx.query(`select from plg_automations.${table}`, [], 'object')),
      ).toEqual([])
  })
})
