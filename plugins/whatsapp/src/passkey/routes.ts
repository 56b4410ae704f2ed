import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { linkingRoute } from '../linking/route.ts'
import { ShownPasskey } from './shown.ts'

export const passkeyRoutes = {
  passkey: defineRoute({
    ...linkingRoute,
    method: 'GET',
    path: '/passkey/:connectionId',
    summary: 'What the linking of a number by passkey waits for; null when it does not',
    rate: 'read',
    response: z.object({ passkey: ShownPasskey.nullable() }),
  }),
  answerPasskey: defineRoute({
    ...linkingRoute,
    method: 'POST',
    path: '/passkey/:connectionId',
    summary: 'Bring the answer of a browser on web.whatsapp.com to WhatsApp',
    rate: 'write',
    body: z.object({ answer: z.string().min(2).max(20_000) }),
    response: z.object({}),
    errors: [...linkingRoute.errors, 'ERR_VALIDATION', 'ERR_WHATSAPP_PASSKEY_OVER', 'ERR_WHATSAPP_PASSKEY_OTHER'],
  }),
  confirmPasskey: defineRoute({
    ...linkingRoute,
    method: 'POST',
    path: '/passkey/:connectionId/confirm',
    summary: 'Say that the code here is the one on the phone',
    rate: 'write',
    response: z.object({}),
  }),
}
