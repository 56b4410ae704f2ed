import { signatureOf } from '@recado/contracts'
import type { SettingsReader } from '../settings/settings-reader.ts'
import type { SendingTarget } from './sending-target.ts'

/**
 * With what the author of a message signs it now (S6-025); null for one that is not signed. `wanted` is what was said
 * for this one message.
 */
export async function signatureFor(
  { settings }: { settings: Pick<SettingsReader, 'get'> },
  tenantId: string,
  { author }: Pick<SendingTarget, 'author'>,
  wanted: boolean | undefined,
): Promise<string | null> {
  return author ? signatureOf({ ...author, wanted, isForced: await settings.get(tenantId, 'forceSignature') }) : null
}
