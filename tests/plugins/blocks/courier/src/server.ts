import { definePlugin, implementPlugin, Refusal, type Acting } from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../../minimal.ts'

const nothing = z.object({})

/** Contributes conditions and actions, good ones and such as go wrong in every way. */
const definition = definePlugin({
  ...minimal('courier'),
  tier: 'plus',
  acting: ['messages', 'tickets'],
  permissions: { hurry: { titleKey: 'permission.hurry', roles: ['admin'] } },
  conditions: {
    says: { icon: 'search', about: 'message', input: z.object({ word: z.string().trim().min(1).max(40) }) },
    calledBy: { input: z.object({ number: z.string().min(1) }) },
    inQueue: { input: z.object({ queue: z.uuid().meta({ refersTo: 'queue' }) }) },
    before: { input: z.object({ instant: z.string() }) },
    throws: { input: nothing },
    miscounts: { input: nothing },
    refuses: { input: nothing },
  },
  actions: {
    send: { input: z.object({ text: z.string().trim().min(1).max(500).meta({ widget: 'text' }) }) },
    hurry: { by: ['user'], permission: 'courier.hurry', input: nothing },
    keep: { by: ['user'], input: nothing },
    later: { by: ['user'], input: nothing },
    whoAsks: { by: ['automation'], ends: true, input: nothing },
    throws: { input: nothing },
    refuses: { input: nothing },
  },
})

let kept: Acting | undefined

export default implementPlugin(definition, {
  conditions: {
    says: ({ word }, subjects) =>
      subjects.map(({ message }) => message?.body.toLowerCase().includes(word.toLowerCase()) ?? false),
    calledBy: ({ number }, subjects) => subjects.map(({ contact }) => contact.number === number),
    async inQueue({ queue }, subjects, { core }) {
      const known = await core.queues.list()
      return subjects.map(({ ticket }) => ticket.queueId === queue && known.some(({ id }) => id === queue))
    },
    before: ({ instant }, subjects) => subjects.map(({ at }) => at < instant),
    throws() {
      throw new Error('the courier fell')
    },
    miscounts: () => [true],
    refuses() {
      throw new Refusal('ERR_NO_TAG_FOUND')
    },
  },
  actions: {
    async send({ text }, { ticket, contact }, ctx, { key }) {
      const words = `${text}, ${contact.number ?? 'ninguém'}`
      if (ctx.acting) await ctx.acting.messages.send(ticket.id, words, { key })
      else await ctx.core.messages.send(ticket.id, [{ kind: 'text', text: words, format: 'plain' }], { key })
    },
    async hurry(_input, { ticket }, { acting }) {
      await acting!.tickets.change(ticket.id, { priority: 'urgent' })
    },
    async keep(_input, _subject, { acting }) {
      kept = acting
    },
    async later(_input, { ticket }) {
      await kept!.tickets.change(ticket.id, { priority: 'low' })
    },
    async whoAsks(_input, _subject, ctx) {
      if (ctx.viewer ?? ctx.acting) throw new Error('nobody should ask')
    },
    async throws() {
      throw new Error('the courier fell')
    },
    async refuses() {
      throw new Refusal('ERR_NO_TAG_FOUND', { detail: 'urgente' })
    },
  },
})
