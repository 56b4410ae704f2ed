import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { PairingNumber } from './number.ts'

export const pairingRoutes = {
  pairByNumber: defineRoute({
    method: 'POST',
    path: '/pairing/:connectionId',
    summary: 'Ask the gateway for a code to be typed on the phone of a number, in place of scanning',
    access: { kind: 'session', permission: 'wuzapi.link' },
    rate: 'write',
    params: z.object({ connectionId: z.uuid() }),
    body: z.object({ number: PairingNumber }),
    response: z.object({}),
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_CONNECTION_INACTIVE', 'ERR_VALIDATION', 'ERR_WAPP_NOT_INITIALIZED'],
  }),
}
