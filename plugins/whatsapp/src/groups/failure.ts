import { ChannelError, type ChannelErrorKind } from '@recado/sdk'

/** Answers of WhatsApp to a query about a group, as core and plugins know them. */
const meanings: Readonly<Record<number, { kind: ChannelErrorKind; code: string; message: string }>> = {
  400: { kind: 'unsupported', code: 'REFUSED', message: 'WhatsApp does not take this' },
  401: { kind: 'blocked', code: 'NOT_ADMIN', message: 'this number may not do that in the group' },
  403: { kind: 'blocked', code: 'NOT_ADMIN', message: 'this number may not do that in the group' },
  404: { kind: 'notFound', code: 'NO_GROUP', message: 'WhatsApp does not know the group' },
  406: { kind: 'unsupported', code: 'REFUSED', message: 'WhatsApp does not take this' },
  419: { kind: 'tooLarge', code: 'FULL', message: 'the group is full' },
  429: { kind: 'rateLimited', code: 'RATE', message: 'too many changes in a short time' },
}

/** Whatever the server has said is certain; the client's own failures are not for here. */
export function groupFailure(error: unknown): never {
  const said = (error as { data?: unknown } | null)?.data
  const status = typeof said === 'number' ? said : Number((said as { attrs?: { code?: string } } | null)?.attrs?.code)
  if (!(status >= 400)) throw error
  throw new ChannelError(
    {
      ...(meanings[status] ?? { kind: 'provider', code: String(status), message: `WhatsApp refused (${status})` }),
      certain: true,
    },
    { cause: error },
  )
}
