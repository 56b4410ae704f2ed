import { useErrorText } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { PasskeyError } from './passkey-error.ts'

/** Why a passkey did not work, read aloud when it appears. */
export function PasskeyProblem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('passkeys')
  const textOf = useErrorText()
  return (
    <p role="alert" className="rounded-md border border-danger/30 bg-danger-soft px-3 py-2.5 text-list text-danger">
      {error instanceof PasskeyError ? t(`failure.${error.failure}`) : textOf(error)}
    </p>
  )
}
