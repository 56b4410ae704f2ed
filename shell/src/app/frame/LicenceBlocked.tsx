import { Button, EmptyState } from '@recado/sdk/ui'
import { LockKeyhole } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { signOut } from '../../base/session/sign-out.ts'

/** Page while the company's licence is blocked (S4-131): explanation, retry, sign-out. */
export function LicenceBlocked({ onRetry }: { onRetry(): void }) {
  const { t } = useTranslation()
  return (
    <main className="grid h-full place-items-center p-6">
      <EmptyState
        page
        icon={<LockKeyhole size={22} />}
        title={t('licence.blockedTitle')}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => void signOut()}>{t('frame.signOut')}</Button>
            <Button variant="primary" onClick={onRetry}>
              {t('action.retry')}
            </Button>
          </div>
        }
      >
        {t('licence.blockedDetail')}
      </EmptyState>
    </main>
  )
}
