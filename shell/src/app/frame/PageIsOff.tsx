import { Button, EmptyState, usePermission } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { PowerOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { fallbackLocale } from '../../base/contracts.ts'

/** In place of a page of a plugin that the company has switched off: what it is, and who can switch it on. */
export default function PageIsOff({ title }: { title: Readonly<Record<string, string>> }) {
  const { t, i18n } = useTranslation('settings')
  const router = useRouter()
  const mayEnable = usePermission('plugins.manage')
  return (
    <div className="grid h-full place-items-center p-6">
      <EmptyState
        icon={<PowerOff size={22} />}
        page
        title={t('pageIsOff.title')}
        action={
          mayEnable ? (
            <Button variant="primary" onClick={() => void router.navigate({ to: '/configuracoes/plugins' })}>
              {t('pageIsOff.open')}
            </Button>
          ) : (
            <Button variant="primary" onClick={() => void router.navigate({ to: '/home' })}>
              {t('shell:action.goHome')}
            </Button>
          )
        }
      >
        {t('pageIsOff.detail', { name: title[i18n.language] ?? title[fallbackLocale] })}{' '}
        {t(mayEnable ? 'pageIsOff.mayEnable' : 'pageIsOff.ask')}
      </EmptyState>
    </div>
  )
}
