import {
  mint,
  type AutomationSubject,
  type Contact,
  type Message,
  type PluginContext,
  type QueueId,
  type Ticket,
  type UserId,
} from '@recado/sdk'
import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { conditionCode } from './condition-code.ts'
import { conditions } from './conditions.ts'

const at = '2026-11-23T15:00:00.000Z'
const minutesAgo = (minutes: number): string => new Date(Date.parse(at) - minutes * 60_000).toISOString()
const [sales, support] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'].map((id) =>
  mint<QueueId>(id),
) as [QueueId, QueueId]
const ana = mint<UserId>('018f0000-0000-7000-8000-000000000003')
const vip = '018f0000-0000-7000-8000-000000000004'

const subject = (ticket: object = {}, contact: object = {}, message: object | null = null): AutomationSubject => ({
  ticket: {
    status: 'open',
    queueId: null,
    userId: null,
    tags: [],
    priority: 'normal',
    snooze: null,
    withBot: false,
    lastMessageAt: null,
    lastMessageFromMe: false,
    wokenAt: null,
    createdAt: minutesAgo(60),
    startedAttendanceAt: null,
    closedAt: null,
    clientLanguage: null,
    ...ticket,
  } as unknown as Ticket,
  contact: {
    name: 'Márcia',
    number: null,
    email: null,
    tags: [],
    wallets: [],
    createdAt: minutesAgo(100),
    ...contact,
  } as unknown as Contact,
  message: message as Message | null,
  at,
})

/** Core as conditions need it; counts how often it is asked. */
function core() {
  const asked = { times: 0 }
  const answer =
    <T>(value: T) =>
    () => {
      asked.times++
      return Promise.resolve(value)
    }
  return {
    asked,
    ctx: {
      core: {
        company: {
          profile: answer({ name: 'Padaria', timeZone: 'America/Sao_Paulo', locale: 'pt-BR', publicAddress: null }),
        },
        attributes: {
          list: answer([
            {
              owner: 'contact',
              key: 'plan',
              type: 'choice',
              options: [{ id: 'gold', label: 'Ouro', isFormer: false }],
            },
          ]),
        },
        segments: { holding: answer([vip]) },
      },
    } as unknown as PluginContext,
  }
}
type Name = keyof typeof conditions
const ask = async (name: Name, input: object, ...subjects: AutomationSubject[]): Promise<readonly boolean[]> => {
  const schema: z.ZodObject = conditions[name].input
  return (
    conditionCode[name] as (
      input: unknown,
      subjects: readonly AutomationSubject[],
      ctx: PluginContext,
    ) => Promise<readonly boolean[]> | readonly boolean[]
  )(schema.parse(input), subjects, core().ctx)
}

describe('a conversation', () => {
  test.each<[Name, object, AutomationSubject, AutomationSubject]>([
    ['status', { states: ['pending', 'snoozed'] }, subject({ snooze: { since: at, until: null } }), subject()],
    ['queue', { queues: [sales] }, subject({ queueId: sales }), subject({ queueId: support })],
    ['queue', { orNone: true }, subject(), subject({ queueId: support })],
    ['user', { users: [ana] }, subject({ userId: ana }), subject()],
    ['user', { users: [ana], orNobody: true }, subject(), subject({ userId: 'bia' })],
    ['wallet', { users: [ana] }, subject({}, { wallets: [{ id: ana, name: 'Ana' }] }), subject()],
    ['wallet', { orNobody: true }, subject(), subject({}, { wallets: [{ id: ana, name: 'Ana' }] })],
    ['connection', { connections: [sales] }, subject({ channelId: sales }), subject({ channelId: support })],
    ['priority', { priorities: ['high', 'urgent'] }, subject({ priority: 'urgent' }), subject()],
    ['tags', { tags: [vip] }, subject({ tags: [{ id: vip }] }), subject({}, { tags: [{ id: vip }] })],
    [
      'tags',
      { of: 'contact', test: 'all', tags: [vip, sales] },
      subject({}, { tags: [{ id: vip }, { id: sales }] }),
      subject({}, { tags: [{ id: vip }] }),
    ],
    ['lastWord', {}, subject({ lastMessageAt: at }), subject({ lastMessageAt: at, lastMessageFromMe: true })],
    ['lastWord', { from: 'company' }, subject({ lastMessageAt: at, lastMessageFromMe: true }), subject()],
    [
      'elapsed',
      { amount: 30 },
      subject({ lastMessageAt: minutesAgo(30) }),
      subject({ lastMessageAt: minutesAgo(300), wokenAt: minutesAgo(29) }),
    ],
    [
      'elapsed',
      { since: 'created', test: 'atMost', amount: 1, unit: 'hours' },
      subject(),
      subject({ createdAt: minutesAgo(61) }),
    ],
    [
      'elapsed',
      { since: 'contactCreated', amount: 2, unit: 'days' },
      subject({}, { createdAt: minutesAgo(2_880) }),
      subject(),
    ],
    ['elapsed', { since: 'closed', amount: 1 }, subject({ closedAt: minutesAgo(1) }), subject()],
    [
      'elapsed',
      { since: 'takenUp', test: 'atMost', amount: 1 },
      subject({ startedAttendanceAt: at }),
      subject({ startedAttendanceAt: minutesAgo(-1) }),
    ],
    [
      'serviceWindow',
      { state: 'closing', hours: 2 },
      subject({ serviceWindowEndsAt: minutesAgo(-120) }),
      subject({ serviceWindowEndsAt: minutesAgo(-121) }),
    ],
    ['serviceWindow', { state: 'closed' }, subject({ serviceWindowEndsAt: null }), subject()],
    ['serviceWindow', {}, subject(), subject({ serviceWindowEndsAt: at })],
    ['contact', { values: ['marcia'] }, subject(), subject({}, { name: 'Bia' })],
    [
      'contact',
      { field: 'number', test: 'startsWith', values: ['+55 (11)'] },
      subject({}, { number: '5511999990000' }),
      subject({}, { number: '5521999990000' }),
    ],
    [
      'contact',
      { field: 'email', test: 'endsWith', values: ['@Recado.test'] },
      subject({}, { email: 'a@recado.test' }),
      subject(),
    ],
    ['contact', { field: 'email', test: 'set' }, subject({}, { email: 'a@recado.test' }), subject()],
    ['segment', { segment: sales }, subject({}, { id: vip }), subject({}, { id: sales })],
    ['language', { languages: ['pt'] }, subject({ clientLanguage: 'pt-PT' }), subject()],
    [
      'messageKind',
      { kinds: ['audio'] },
      subject({}, {}, { body: '', parts: [{ kind: 'media', as: 'voice' }] }),
      subject(),
    ],
    [
      'messageKind',
      { kinds: ['link'] },
      subject({}, {}, { body: 'veja www.recado.test', parts: [{ kind: 'text' }] }),
      subject({}, {}, { body: 'veja', parts: [{ kind: 'text' }] }),
    ],
    ['text', { words: ['oi'] }, subject({}, {}, { body: 'Oi!' }), subject()],
    ['hours', {}, subject(), { ...subject(), at: '2026-11-22T15:00:00Z' }],
    ['calendarDay', { days: ['11-23'] }, subject(), { ...subject(), at: '2026-11-22T15:00:00Z' }],
    [
      'contactAttribute',
      { attribute: 'plan', value: 'ouro' },
      subject({}, { attributes: { plan: 'gold' } }),
      subject(),
    ],
    [
      'ticketAttribute',
      { attribute: 'plan', test: 'is', value: 'ouro' },
      subject({ attributes: { plan: 'gold' } }),
      subject(),
    ],
  ])('%s %j', async (name, input, holding, other) => {
    // An attribute that only contacts have is asked of tickets in vain.
    expect(await ask(name, input, holding, other, holding)).toEqual(
      name === 'ticketAttribute' ? [false, false, false] : [true, false, true],
    )
  })

  test('is asked with at most one call of core for all, and none for none', async () => {
    for (const name of Object.keys(conditions) as Name[]) {
      const { asked, ctx } = core()
      const code = conditionCode[name] as (
        input: unknown,
        subjects: readonly AutomationSubject[],
        ctx: PluginContext,
      ) => Promise<readonly boolean[]> | readonly boolean[]
      const input = {
        of: 'ticket',
        queues: [],
        users: [],
        tags: [],
        connections: [],
        priorities: [],
        states: [],
        kinds: [],
        languages: [],
        words: [],
        values: [],
        days: [],
        from: '08:00',
        until: '18:00',
        test: 'set',
        value: '',
        attribute: 'plan',
      }
      expect(await code(input, [], ctx), name).toEqual([])
      expect(asked.times, name).toBe(0)
      expect(
        await code(
          input,
          Array.from({ length: 100 }, () => subject()),
          ctx,
        ),
        name,
      ).toHaveLength(100)
      expect(asked.times, name).toBeLessThanOrEqual(1)
    }
  })

  test('is not asked about nothing in particular', () => {
    expect(conditions.queue.input.safeParse({}).error?.issues).toMatchObject([{ path: ['queues'] }])
    expect(conditions.user.input.safeParse({}).error?.issues).toMatchObject([{ path: ['users'] }])
    expect(conditions.contact.input.safeParse({ field: 'email' }).error?.issues).toMatchObject([{ path: ['values'] }])
  })
})
