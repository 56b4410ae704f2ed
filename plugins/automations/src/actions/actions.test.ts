import { mint, Refusal, type AutomationSubject, type ErrorCode, type PluginContext } from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { actionCode } from './action-code.ts'
import { actions } from './actions.ts'

const uuid = (n: number) => `018f0000-0000-7000-8000-00000000000${n}`
const subject = {
  ticket: { id: mint(uuid(1)), name: 'Maria Souza', protocol: '2026-1', queue: null, username: 'Ana' },
  contact: { id: mint(uuid(2)) },
  message: null,
  at: '2026-11-23T15:00:00.000Z',
} as unknown as AutomationSubject
type Name = keyof typeof actions

/** Has it done; what reached core is answered, or core refuses it with a code. */
async function done(name: Name, input: object, refusal?: ErrorCode): Promise<unknown[]> {
  const acts: unknown[] = []
  const act =
    (what: string) =>
    async (id: unknown, ...given: unknown[]): Promise<void> => {
      if (refusal) throw new Refusal(refusal)
      acts.push([what, id, ...given])
    }
  const core = {
    tickets: { change: act('change'), transfer: act('transfer') },
    messages: { send: act('send') },
    company: {
      profile: () =>
        Promise.resolve({ name: 'Padaria', timeZone: 'America/Sao_Paulo', locale: 'pt-BR', publicAddress: null }),
    },
    attributes: {
      set: act('set'),
      list: () => Promise.resolve([{ owner: 'ticket', key: 'due', type: 'date', options: [] }]),
    },
  }
  const schema: z.ZodObject = actions[name].input
  await (
    actionCode[name] as (
      input: unknown,
      subject: AutomationSubject,
      ctx: PluginContext,
      meta: { key: string },
    ) => Promise<void>
  )(schema.parse(input), subject, { core } as unknown as PluginContext, { key: 'k' })
  return acts
}

describe('an action is one act of core', () => {
  const { ticket, contact } = subject
  test.each<[Name, object, unknown[]]>([
    [
      'reply',
      { text: 'Olá {{name}}, aqui é {{agent}}: {{date}} {{time}}{{queue}}' },
      [
        'send',
        ticket.id,
        [{ kind: 'text', text: 'Olá Maria, aqui é Ana: 23/11/2026 12:00', format: 'markdown' }],
        { key: 'k' },
      ],
    ],
    ['addTags', { tags: [uuid(3)] }, ['change', ticket.id, { addTags: [uuid(3)] }]],
    ['removeTags', { tags: [uuid(3)] }, ['change', ticket.id, { removeTags: [uuid(3)] }]],
    ['priority', { priority: 'urgent' }, ['change', ticket.id, { priority: 'urgent' }]],
    ['toQueue', { queue: uuid(3) }, ['transfer', ticket.id, { queueId: uuid(3) }]],
    ['toUser', { user: uuid(3) }, ['transfer', ticket.id, { userId: uuid(3) }]],
    ['toUser', { user: uuid(3), queue: uuid(4) }, ['transfer', ticket.id, { userId: uuid(3), queueId: uuid(4) }]],
    ['unassign', {}, ['change', ticket.id, { status: 'pending' }]],
    ['snooze', { amount: 2, unit: 'hours' }, ['change', ticket.id, { snooze: { until: '2026-11-23T17:00:00.000Z' } }]],
    ['snooze', {}, ['change', ticket.id, { snooze: { until: null } }]],
    ['resolve', { withoutFarewell: true }, ['change', ticket.id, { status: 'closed', withoutFarewell: true }]],
    [
      'ticketAttribute',
      { attribute: 'due', value: '24/12/2026' },
      ['set', { ticket: ticket.id }, { due: '2026-12-24' }],
    ],
    ['contactAttribute', { attribute: 'plan' }, ['set', { contact: contact.id }, { plan: null }]],
  ])('%s %j', async (name, input, expected) => expect(await done(name, input)).toEqual([expected]))

  test('where the conversation is already is no refusal; what core refuses is', async () => {
    expect(await done('toQueue', { queue: uuid(3) }, 'ERR_TICKET_OF_QUEUE')).toEqual([])
    expect(await done('toUser', { user: uuid(3) }, 'ERR_TICKET_OF_USER')).toEqual([])
    await expect(done('toUser', { user: uuid(3) }, 'ERR_NO_SHARED_QUEUE')).rejects.toMatchObject({
      code: 'ERR_NO_SHARED_QUEUE',
    })
    await expect(done('resolve', {}, 'ERR_TICKET_TRANSITION')).rejects.toMatchObject({ code: 'ERR_TICKET_TRANSITION' })
  })

  test('what an attribute cannot hold, or nobody defined, is refused before it is written', async () => {
    for (const input of [
      { attribute: 'due', value: 'amanhã' },
      { attribute: 'gone', value: 'a' },
    ])
      await expect(done('ticketAttribute', input)).rejects.toMatchObject({ code: 'ERR_VALIDATION' })
  })
})

test('a reply with a variable that nobody knows is refused before anybody reads it', () => {
  expect(actions.reply.input.safeParse({ text: 'Olá {{nome}}' }).error?.issues).toMatchObject([{ path: ['text'] }])
})

test('nothing is offered twice to people: macros have their own of these', () => {
  for (const { by } of Object.values(actions)) expect(by).toEqual(['automation'])
})
