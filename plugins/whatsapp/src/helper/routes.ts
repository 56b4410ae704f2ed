import { defineRoute, Empty } from '@recado/sdk'
import * as z from 'zod'
import { linkingRoute } from '../linking/route.ts'
import { HandOverToken } from './hand-over.ts'

const handOverErrors = ['ERR_WHATSAPP_HANDOVER', 'ERR_WHATSAPP_HANDOVER_USED', 'ERR_WHATSAPP_PASSKEY_OVER'] as const
const helperRoute = {
  access: { kind: 'connection' },
  rate: 'visitor',
  confidential: true,
  params: z.object({ connectionId: z.uuid() }),
  maxBody: 32 * 1_024,
} as const

/** Calls about the helper, the browser extension that has the passkey used on WhatsApp's page. */
export const helperRoutes = {
  handOverPasskey: defineRoute({
    ...linkingRoute,
    method: 'POST',
    path: '/passkey/:connectionId/handover',
    summary: 'Hand what WhatsApp asks to the helper; the address is opened in the browser that has it',
    rate: 'write',
    confidential: true,
    response: z.object({ address: z.string() }),
    errors: [...linkingRoute.errors, 'ERR_WHATSAPP_PASSKEY_OVER'],
  }),
  beginHelper: defineRoute({
    ...helperRoute,
    method: 'POST',
    path: '/helper/:connectionId/begin',
    summary: 'The helper takes what was handed to it, once',
    body: z.strictObject({ token: HandOverToken }),
    response: z.object({ company: z.string(), channel: z.string(), options: z.string() }),
    errors: handOverErrors,
  }),
  answerHelper: defineRoute({
    ...helperRoute,
    method: 'POST',
    path: '/helper/:connectionId/answer',
    summary: 'The helper brings the answer of the browser, once',
    body: z.strictObject({ token: HandOverToken, answer: z.string().min(2).max(20_000) }),
    response: Empty,
    errors: [...handOverErrors, 'ERR_WHATSAPP_PASSKEY_OTHER'],
  }),
}
