import { defineRoute } from '@recado/sdk'
import * as z from 'zod'
import { linkingRoute } from '../linking/route.ts'
import { PairingNumber } from './number.ts'

export const pairingRoutes = {
  pairByNumber: defineRoute({
    ...linkingRoute,
    method: 'POST',
    path: '/pairing/:connectionId',
    summary: 'Ask for a code to be typed on the phone of a number, in place of scanning; the connection then shows it',
    rate: 'write',
    body: z.object({ number: PairingNumber }),
    response: z.object({}),
    errors: [...linkingRoute.errors, 'ERR_VALIDATION', 'ERR_WAPP_NOT_INITIALIZED'],
  }),
}
