import type { InboundPart } from '@recado/sdk'
import * as z from 'zod'
import { flag, When } from './fields.ts'

/**
 * The answer to a request for permission to call
 * (https://developers.facebook.com/documentation/business-messaging/whatsapp/calling/user-call-permissions):
 * permission ends at `expiration_timestamp` unless it is permanent.
 */
export const CallPermission = z.object({
  response: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['accept', 'reject'])),
  is_permanent: flag,
  expiration_timestamp: When,
})

/** Words of lists and notifications, which have no other language; the conversation says it in the reader's. */
const labels = {
  allowed: 'Permitiu ligações',
  temporary: 'Permitiu ligações por enquanto',
  refused: 'Não permitiu ligações',
} as const

export function callPermission({
  response,
  is_permanent: isPermanent,
  expiration_timestamp: until,
}: z.output<typeof CallPermission>): InboundPart {
  const calls = response === 'reject' ? 'refused' : isPermanent ? 'allowed' : 'temporary'
  return {
    kind: 'interactiveReply',
    id: `call_permission_${calls}`,
    label: labels[calls],
    calls,
    ...(calls === 'temporary' && until && until.getTime() > 999 && { until: until.toISOString() }),
  }
}
