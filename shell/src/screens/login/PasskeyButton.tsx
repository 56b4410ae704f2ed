import { Button } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../base/session/services.ts'
import type { LoginResult } from '../../base/contracts.ts'
import { PasskeyProblem } from '../../parts/passkeys/PasskeyProblem.tsx'
import { signInName, type SignInName } from '../../base/session/account.ts'

export interface PasskeyButtonProps {
  /** The typed e-mail or phone, required first (S5-021). */
  readonly account: string
  /** Called like after a password: with the session that was opened. */
  onSignedIn(result: LoginResult): void
}

/** Signs in with a passkey. */
export function PasskeyButton({ account, onSignedIn }: PasskeyButtonProps) {
  const { t } = useTranslation('passkeys')
  const [isMissing, setMissing] = useState(false)
  const signIn = useMutation({
    mutationFn: async (name: SignInName) => {
      const { signInWithPasskey } = await import('../../parts/passkeys/passkey-ceremonies.ts')
      return signInWithPasskey(publicApi, name)
    },
    onSuccess: onSignedIn,
  })
  const begin = (): void => {
    const name = signInName(account)
    setMissing(!name)
    if (!name) signIn.reset()
    else if (!signIn.isPending) signIn.mutate(name)
  }
  return (
    <div className="flex flex-col gap-2">
      <Button className="h-10 justify-center" icon={<Fingerprint size={16} />} busy={signIn.isPending} onClick={begin}>
        {t(signIn.isPending ? 'login.waiting' : 'login.submit')}
      </Button>
      {isMissing && !signInName(account) && (
        <p role="alert" className="text-list text-danger">
          {t('login.accountFirst')}
        </p>
      )}
      {signIn.isError && <PasskeyProblem error={signIn.error} />}
    </div>
  )
}
