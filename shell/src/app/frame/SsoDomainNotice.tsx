import { Button, usePermission } from '@recado/sdk/ui'
import { useLocation, useRouter } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSsoDomains } from '../../data/access/use-sso-domains.ts'

const page = '/configuracoes/login-unico'

/** Notice for users who manage signing in: a domain of single sign-on is not proven, or about to expire. */
export function SsoDomainNotice() {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const { pathname } = useLocation()
  const mayProve = usePermission('signin.manage')
  const { data } = useSsoDomains(mayProve)
  const open = data?.filter(({ status, endsAt }) => status === 'pending' || endsAt !== null) ?? []
  if (open.length === 0 || pathname === page) return null
  return (
    <div
      role="status"
      className={
        'flex min-h-9 shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 border-b border-line ' +
        'bg-warning-soft px-4 py-1 text-list text-warning'
      }
    >
      <ShieldAlert size={14} aria-hidden />
      <span>{t('ssoDomains.notice', { count: open.length, domain: open[0]!.domain })}</span>
      <Button size="small" onClick={() => void router.navigate({ to: page })}>
        {t('ssoDomains.prove')}
      </Button>
    </div>
  )
}
