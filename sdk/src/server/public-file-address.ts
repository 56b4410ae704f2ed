import { ChannelError, type ConnectionContext, type MediaId } from '@recado/contracts'

/**
 * An address at which a provider can fetch a stored file until `ttlMs` from now, for providers that take no uploads.
 * @throws ChannelError `unsupported`, certain, on an installation without a public address
 */
export function publicFileAddress(
  { media, callbackUrl }: Pick<ConnectionContext<unknown>, 'media' | 'callbackUrl'>,
  id: MediaId,
  ttlMs: number,
): string {
  if (callbackUrl) return new URL(media.sign(id, ttlMs), callbackUrl.origin).href
  throw new ChannelError({
    kind: 'unsupported',
    code: 'NO_ADDRESS',
    message: 'the provider fetches files from a public address, and this installation has none',
    certain: true,
  })
}
