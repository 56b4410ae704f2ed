import {
  defineRoute,
  definePlugin,
  Empty,
  implementPlugin,
  Refusal,
  refusalsOf,
  TicketClosed,
  type PluginErrors,
} from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../../minimal.ts'

const session = { access: { kind: 'session', permission: 'tickets.read' }, rate: 'read' } as const

const errors = {
  ERR_UNRULY_MOOD: { status: 409, when: 'It is in no mood; `limit` says for how much.', facts: ['limit'] },
} as const satisfies PluginErrors
const refusal = refusalsOf(errors)

/** Starts well and then misbehaves in every way a handler can. */
const definition = definePlugin({
  ...minimal('unruly'),
  errors,
  routes: {
    good: defineRoute({
      method: 'GET',
      path: '/good',
      summary: 'Behaves.',
      ...session,
      response: z.object({ ok: z.boolean() }),
    }),
    refuses: defineRoute({
      method: 'GET',
      path: '/refuses',
      summary: 'Refuses on purpose.',
      ...session,
      response: Empty,
    }),
    refusesItsWay: defineRoute({
      method: 'GET',
      path: '/refuses-its-way',
      summary: 'Refuses with a code of its own.',
      ...session,
      response: Empty,
      errors: ['ERR_UNRULY_MOOD'],
    }),
    throws: defineRoute({ method: 'GET', path: '/throws', summary: 'Throws.', ...session, response: Empty }),
    throwsString: defineRoute({
      method: 'GET',
      path: '/throws-string',
      summary: 'Throws a string.',
      ...session,
      response: Empty,
    }),
    invents: defineRoute({
      method: 'GET',
      path: '/invents',
      summary: 'Refuses with a code that does not exist.',
      ...session,
      response: Empty,
    }),
    hangs: defineRoute({ method: 'GET', path: '/hangs', summary: 'Never answers.', ...session, response: Empty }),
    lies: defineRoute({
      method: 'GET',
      path: '/lies',
      summary: 'Answers in another shape.',
      ...session,
      response: z.object({ count: z.int() }),
    }),
    stream: defineRoute({
      method: 'GET',
      path: '/stream',
      summary: 'Breaks in the middle of a stream.',
      ...session,
      response: 'stream',
    }),
  },
  on: { ticketClosed: TicketClosed },
})

export default implementPlugin(definition, {
  channels: {},
  jobs: {},
  routes: {
    good: () => ({ ok: true }),
    refuses() {
      throw new Refusal('ERR_NO_TAG_FOUND')
    },
    refusesItsWay() {
      throw refusal('ERR_UNRULY_MOOD', { limit: 3 })
    },
    throws() {
      throw new Error('the password of Ana is 1234')
    },
    // oxlint-disable-next-line no-throw-literal
    throwsString() {
      throw 'a string'
    },
    invents() {
      throw Object.assign(new Refusal('ERR_NOT_FOUND'), { code: 'ERR_INVENTED' })
    },
    hangs: () => new Promise(() => undefined),
    lies: () => JSON.parse('{"count":"many"}') as { count: number },
    async *stream() {
      yield { data: 1 }
      throw new Error('the stream broke')
    },
  },
  on: {
    async ticketClosed() {
      throw new Error('cannot bear endings')
    },
  },
})
