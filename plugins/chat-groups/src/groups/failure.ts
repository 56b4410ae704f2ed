import { ChannelError, Refusal, type ChannelErrorShape } from '@recado/sdk'
import { refusal, type errors } from '../errors.ts'

const byKind: Readonly<Record<Exclude<ChannelErrorShape['kind'], 'invalidRecipient'>, keyof typeof errors>> = {
  blocked: 'ERR_GROUP_ACTION',
  notFound: 'ERR_GROUP_ACTION',
  auth: 'ERR_GROUP_OFFLINE',
  tooLarge: 'ERR_GROUP_FULL',
  rateLimited: 'ERR_GROUP_TOO_FAST',
  network: 'ERR_GROUP_REFUSED',
  provider: 'ERR_GROUP_REFUSED',
  unsupported: 'ERR_GROUP_REFUSED',
  windowClosed: 'ERR_GROUP_REFUSED',
}

/** What a channel threw, as a refusal that people have words for; anything else unchanged. */
export function groupRefusal(error: unknown): unknown {
  if (!ChannelError.is(error)) return error
  // S8-068.
  if (error.kind === 'invalidRecipient') return new Refusal('ERR_CONTACTS_NOT_EXISTS_WHATSAPP', {}, { cause: error })
  // S8-064.
  if (error.code === 'NUMBER_CHECK') return new Refusal('ERR_WAPP_CHECK_CONTACT', {}, { cause: error })
  if (error.code === 'UNSUPPORTED') return new Refusal('ERR_CHANNEL_UNSUPPORTED', {}, { cause: error })
  const code = error.code === 'NOT_CONNECTED' ? 'ERR_GROUP_OFFLINE' : byKind[error.kind]
  return refusal(code, {}, { cause: error })
}
