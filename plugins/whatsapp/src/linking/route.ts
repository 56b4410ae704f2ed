import * as z from 'zod'

/** What all routes of the linking of a number have in common. */
export const linkingRoute = {
  access: { kind: 'session', permission: 'whatsapp.link' },
  params: z.object({ connectionId: z.uuid() }),
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_CONNECTION_INACTIVE'],
} as const
