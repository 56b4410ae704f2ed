import { defineRoute } from '@recado/sdk'
import { Fees } from './fees.ts'

export const feeRoutes = {
  fees: defineRoute({
    method: 'GET',
    path: '/fees',
    summary: 'What NotificaMe charges for activating each channel of the hub, and monthly',
    access: { kind: 'session', permission: 'hub.fees' },
    rate: 'read',
    response: Fees,
  }),
}
