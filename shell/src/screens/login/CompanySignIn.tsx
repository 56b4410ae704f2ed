import { Button } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi, session } from '../../base/session/services.ts'
import type { LoginResult } from '../../base/contracts.ts'
import { signInName } from '../../base/session/account.ts'
import { Refused } from './Refused.tsx'

/**
 * Leads to the sign-in of the company that the e-mail in `account` belongs to, where it has one. The way back ends here
 * too: with a code that is worth a session, once, or with word that there is none.
 */
export function CompanySignIn({ account }: { readonly account: string }) {
  const { t } = useTranslation('passkeys')
  const router = useRouter()
  const { sso, ssoRefused } = useSearch({ strict: false }) as { sso?: unknown; ssoRefused?: unknown }
  const [isMissing, setMissing] = useState(false)
  const start = useMutation({
    mutationFn: (email: string) => publicApi.post<{ url: string }>('/auth/sso/start', { email }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const { mutate: finish, ...finishing } = useMutation({
    mutationFn: (code: string) => publicApi.post<LoginResult>('/auth/sso/finish', { code }),
    onSuccess: (result) => {
      session.begin(result)
      router.history.replace('/home')
    },
  })
  const spent = useRef<unknown>(undefined)
  useEffect(() => {
    if (typeof sso !== 'string' || spent.current === sso) return
    spent.current = sso
    finish(sso)
  }, [sso, finish])

  const name = signInName(account)
  const email = name && 'email' in name ? name.email : undefined
  const begin = (): void => {
    setMissing(!email)
    if (email && !start.isPending) start.mutate(email)
  }
  const problem =
    start.error ?? finishing.error ?? (ssoRefused === undefined || start.isPending ? null : 'ERR_SSO_REFUSED')
  return (
    <div className="flex flex-col gap-2">
      <Button
        className="h-10 justify-center"
        icon={<Building2 size={16} />}
        busy={start.isPending || start.isSuccess || finishing.isPending}
        onClick={begin}
      >
        {t(finishing.isPending ? 'login.companyEntering' : 'login.company')}
      </Button>
      {isMissing && !email && (
        <p role="alert" className="text-list text-danger">
          {t('login.emailFirst')}
        </p>
      )}
      {problem !== null && <Refused error={problem} />}
    </div>
  )
}
