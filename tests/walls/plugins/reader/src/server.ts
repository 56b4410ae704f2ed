import { definePlugin, defineRoute, implementPlugin } from '@recado/sdk'
import * as z from 'zod'
import { minimal } from '../../../../plugins/minimal.ts'

/** Hands on to whoever asks what core tells it of a contact and a ticket. */
const definition = definePlugin({
  ...minimal('reader'),
  routes: {
    read: defineRoute({
      method: 'GET',
      path: '/read/:contactId/:ticketId',
      summary: 'A contact and a ticket as the plugin reads them.',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: z.object({ contactId: z.uuid(), ticketId: z.uuid() }),
      response: z.object({ contact: z.unknown(), ticket: z.unknown() }),
    }),
    visible: defineRoute({
      method: 'GET',
      path: '/visible/:ticketId',
      summary: 'The ticket, when the caller may see it.',
      access: { kind: 'session', permission: 'tickets.read' },
      rate: 'read',
      params: z.object({ ticketId: z.uuid() }),
      response: z.object({ tickets: z.array(z.unknown()) }),
    }),
  },
})

export default implementPlugin(definition, {
  channels: {},
  routes: {
    read: async ({ params }, { core }) => ({
      contact: await core.contacts.get(params.contactId as never),
      ticket: await core.tickets.get(params.ticketId as never),
    }),
    visible: async ({ params }, { core, viewer }) => ({
      tickets: [...(await core.tickets.visibleTo(viewer, [params.ticketId as never]))],
    }),
  },
  on: {},
  jobs: {},
})
