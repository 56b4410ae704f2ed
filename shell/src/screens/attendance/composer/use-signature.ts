import { useViewer } from '@recado/sdk/ui'
import { signatureOf, signedText, type SignatureChoice } from '../../../base/contracts.ts'
import { useCompanySettings } from '../../../data/company/use-company.ts'
import { usePreferences } from '../../../base/preferences/use-preferences.ts'
import type { Channel } from '../use-channel.ts'

/** Signature of the current text (S6-025), by the same rule as on the server. */
export interface OwnSignature {
  readonly choice: SignatureChoice
  /** The company signs everything; the choice of the user does not count. */
  readonly isForced: boolean
  /** Text that will be added; null for none. */
  readonly text: string | null
  /** Its position on this channel. */
  readonly place: 'above' | 'below'
  /** The words as they will be sent. */
  sign(words: string): string
  change(choice: SignatureChoice): void
}

export function useSignature(channel: Channel | undefined): OwnSignature {
  const { name } = useViewer()
  const [{ signature: choice = { isOn: false, text: '' } }, setPreferences] = usePreferences()
  const isForced = useCompanySettings().data?.forceSignature ?? false
  const text = signatureOf({ name, choice, isForced })
  const place = channel?.capabilities.text.signature ?? 'above'
  return {
    choice,
    isForced,
    text,
    place,
    sign: (words) => signedText(words, text, place),
    change: (signature) => setPreferences({ signature }),
  }
}
