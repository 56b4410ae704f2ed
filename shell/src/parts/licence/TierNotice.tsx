import { Button, EmptyState, usePermission } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { Gem } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Tier } from '../../base/contracts.ts'

/** Stands in the place of a page that the company's licence does not include, and says which one does. */
export function TierNotice({ tier }: { tier: Tier }) {
  const { t } = useTranslation()
  const router = useRouter()
  const mayLook = usePermission('licence.manage')
  return (
    <div className="grid h-full place-items-center p-6">
      <EmptyState
        page
        icon={<Gem size={22} />}
        title={t('tier.title', { tier: t(`tier.${tier}`) })}
        action={
          mayLook ? (
            <Button variant="primary" onClick={() => void router.navigate({ to: '/configuracoes/licenca' })}>
              {t('tier.see')}
            </Button>
          ) : (
            <Button onClick={() => void router.navigate({ to: '/home' })}>{t('action.goHome')}</Button>
          )
        }
      >
        {t(mayLook ? 'tier.detailAdmin' : 'tier.detail')}
      </EmptyState>
    </div>
  )
}
