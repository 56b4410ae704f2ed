import { definePlugin, implementPlugin, mint, type QueueId } from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../../minimal.ts'

/**
 * Contributes actions that a macro can be made of: one for everybody, one that ends a macro, one that takes a
 * permission, one for rules alone.
 */
const definition = definePlugin({
  ...minimal('clerk'),
  acting: ['tickets'],
  permissions: { calm: { titleKey: 'permission.calm', roles: ['admin'] } },
  actions: {
    rank: { icon: 'star', input: z.object({ grade: z.int().min(1).max(2) }) },
    pass: { ends: true, input: z.object({ queue: z.uuid().meta({ refersTo: 'queue' }) }) },
    calm: { by: ['user'], permission: 'clerk.calm', input: z.object({}) },
    wait: { by: ['automation'], input: z.object({}) },
  },
})

export default implementPlugin(definition, {
  actions: {
    async rank({ grade }, { ticket }, { acting }) {
      await acting!.tickets.change(ticket.id, { priority: grade === 1 ? 'high' : 'urgent' })
    },
    async pass({ queue }, { ticket }, { acting }) {
      await acting!.tickets.transfer(ticket.id, { queueId: mint<QueueId>(queue) })
    },
    async calm(_input, { ticket }, { acting }) {
      await acting!.tickets.change(ticket.id, { priority: 'low' })
    },
    async wait() {
      throw new Error('nobody asked for this')
    },
  },
})
