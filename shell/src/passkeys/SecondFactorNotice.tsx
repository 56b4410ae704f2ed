import { Button } from '@recado/sdk/ui'
import { useLocation, useRouter } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSecondFactor } from './use-own-passkeys.ts'

const page = '/passkey'

/** Leads who lacks the second factor that their company asks for to where it is set up. */
export function SecondFactorNotice() {
  const { t } = useTranslation('passkeys')
  const router = useRouter()
  const { pathname } = useLocation()
  const isMissing = useSecondFactor().data?.isMissing ?? false
  if (!isMissing || pathname === page) return null
  return (
    <div role="status" className="flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line bg-warning-soft px-4 py-1 text-list text-warning">
      <ShieldAlert size={14} aria-hidden /><span>{t('second.missing')}</span>
      <Button size="small" onClick={() => void router.navigate({ to: page })}>{t('second.setUp')}</Button>
    </div>
  )
}
