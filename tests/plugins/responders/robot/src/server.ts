import { setTimeout as delay } from 'node:timers/promises'
import {
  definePlugin,
  implementPlugin,
  MessageCaptured,
  Refusal,
  ResponderDecision,
  type CorePorts,
  type TicketId,
} from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../../minimal.ts'

const ref = z.object({ ticketId: z.uuid() })
const route = { method: 'POST', access: { kind: 'session', permission: 'settings.manage' }, rate: 'write' } as const
const answer = z.object({ answer: z.unknown() })

/** Responders that do what a customer writes, and routes by which a test has the plugin act between messages. */
const definition = definePlugin({
  ...minimal('robot'),
  uses: ['replies.expect', 'tickets.write'],
  provides: ['hours'],
  responders: {
    obeys: { icon: 'bot', input: z.object({ name: z.string().min(1).max(20) }), limitMs: 1_000 },
    greets: { input: z.object({}) },
    acts: { input: z.object({ does: z.string().max(60) }), limitMs: 1_000 },
  },
  on: { captured: MessageCaptured },
  jobs: {
    decide: z.object({ ticketId: z.uuid(), decision: z.unknown() }),
    note: z.object({ body: z.string() }),
    replies: z.object({ ticketId: z.uuid(), what: z.enum(['expect', 'end', 'reopen', 'send']), text: z.string() }),
  },
  routes: {
    decide: {
      ...route,
      path: '/decide',
      summary: 'x',
      body: z.object({ ticketId: z.uuid(), decision: z.unknown() }),
      response: answer,
    },
    replies: {
      ...route,
      path: '/replies',
      summary: 'x',
      body: ref.extend({ what: z.enum(['expect', 'end', 'reopen', 'send']), text: z.string().default('') }),
      response: answer,
    },
    jobs: {
      ...route,
      path: '/jobs',
      summary: 'x',
      body: z.object({ bodies: z.array(z.string()), cancels: z.array(z.string()), fails: z.boolean() }),
      response: answer,
    },
    heard: { ...route, path: '/heard', summary: 'x', response: answer },
    open: { ...route, path: '/open', summary: 'x', body: z.object({ provider: z.string() }), response: answer },
  },
})

const heard: unknown[] = []
const say = (core: CorePorts, ticket: TicketId, text: string, key: string, evenClosed = false): Promise<unknown> =>
  core.messages.send(ticket, [{ kind: 'text', text, format: 'plain' }], { key, evenClosed })
const soon = (ms: number): string => new Date(Date.now() + ms).toISOString()

export default implementPlugin(definition, {
  responders: {
    async obeys({ name }, { ticket, message, begins }, { core }, { key }) {
      const [word = '', argument = ''] = (message?.body ?? 'fica').split(' ')
      heard.push({ ticket: ticket.id, name, word, begins, key })
      switch (word) {
        case 'passa':
          return { kind: 'pass', note: 'não é comigo' }
        case 'gente':
          return { kind: 'people' }
        case 'fila':
          return { kind: 'people', queueId: argument as never }
        case 'pessoa':
          return { kind: 'people', userId: argument as never }
        case 'tentou':
          return { kind: 'people', userId: argument as never, because: 'attempts' }
        case 'cansou':
          return { kind: 'people', queueId: argument as never, because: 'attempts' }
        case 'fecha':
          return { kind: 'close', note: 'resolvido' }
        case 'quebra':
          throw new Error('the robot fell')
        case 'demora':
          await delay(3_000)
          return { kind: 'keep', until: soon(60_000) }
        case 'cala':
          return { kind: 'keep', until: soon(-1_000) }
        default:
          await say(core, ticket.id, `${name}: ${word}`, key)
          return { kind: 'keep', until: soon(3_600_000) }
      }
    },
    /** Does what the administrator wrote at its place, whatever the customer wrote. */
    async acts({ does }, { ticket }, { core }, { key }) {
      const [act, id] = does.split(':')
      switch (act) {
        case 'passes':
          return { kind: 'pass' }
        case 'people':
          return { kind: 'people' }
        case 'queue':
          return { kind: 'people', queueId: id as never }
        case 'user':
          return { kind: 'people', userId: id as never }
        case 'closes':
          return { kind: 'close' }
        case 'falls':
          throw new Error('the robot fell')
        case 'refuses':
          throw new Refusal('ERR_VALIDATION')
        case 'raves':
          return { kind: 'dances' } as never
        case 'sleeps':
          await delay(1_500)
          return { kind: 'keep', until: soon(60_000) }
        case 'forgets':
          return { kind: 'keep', until: soon(-1_000) }
        default:
          await say(core, ticket.id, 'um momento', key)
          return { kind: 'keep', until: soon(3_600_000) }
      }
    },
    async greets(_input, { ticket, message }, { core }, { key }) {
      await say(core, ticket.id, `saudações a ${message?.body ?? 'quem chega'}`, key)
      return { kind: 'keep', until: soon(3_600_000) }
    },
  },
  services: {
    hours: {
      at: async ({ at, about }) => ({
        times: at.map((instant) => ({
          open: !instant.startsWith('2030'),
          because: about.queueId ?? null,
          message: null,
          changesAt: null,
        })),
      }),
    },
  },
  on: {
    async captured({ ticketId, messageId, by }) {
      heard.push({ captured: ticketId, messageId, by })
    },
  },
  jobs: {
    async decide({ ticketId, decision }, { core }) {
      const ticket = ticketId as TicketId
      const holds = await core.responders.holds(ticket)
      heard.push({
        decided: ticketId,
        holds,
        done: await core.responders.decide(ticket, ResponderDecision.parse(decision)),
      })
    },
    async note({ body }) {
      heard.push({ noted: body })
    },
    async replies({ ticketId, what, text }, { core }) {
      const ticket = ticketId as TicketId
      const done =
        what === 'expect'
          ? await core.replies.expect(ticket, { until: soon(60_000) })
          : what === 'send'
            ? await say(core, ticket, text, crypto.randomUUID(), true)
            : await core.replies.end(ticket, { reopen: what === 'reopen' })
      heard.push({ replies: ticketId, what, done: done !== false })
    },
  },
  routes: {
    async decide({ body }, ctx) {
      await ctx.enqueue('decide', body)
      return { answer: null }
    },
    async replies({ body }, ctx) {
      await ctx.enqueue('replies', body)
      return { answer: null }
    },
    async jobs({ body: { bodies, cancels, fails } }, ctx) {
      const work = ctx.db.transaction(async (tx) => {
        for (const body of bodies) {
          await tx.query('insert into note (tenant_id, body) values ($1, $2)', [ctx.tenant, body], 'object')
          await ctx.enqueue('note', { body }, { key: body, runAt: new Date(Date.now() + 300) })
        }
        for (const body of cancels) await ctx.cancel('note', body)
        if (fails) throw new Error('on purpose')
      })
      return { answer: await work.then(() => 'done').catch(() => 'failed') }
    },
    heard: async () => ({ answer: heard }),
    async open({ body: { provider } }, { core }) {
      const at = ['2026-01-01T12:00:00Z', '2030-01-01T12:00:00Z']
      const answers = await core.services.call('hours.at', { at, about: {} }, { provider })
      return { answer: { providers: await core.services.providers('hours'), times: answers?.times ?? null } }
    },
  },
})
