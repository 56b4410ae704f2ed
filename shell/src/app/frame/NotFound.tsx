import { Button, EmptyState } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../base/session/use-session.ts'

export function NotFound() {
  const { t } = useTranslation()
  const router = useRouter()
  const signedIn = useSession() !== null
  const Place = signedIn ? 'div' : 'main'
  return (
    <Place className="grid h-full place-items-center p-6">
      <EmptyState
        icon={<Compass size={22} />}
        page
        title={t('notFound.title')}
        action={
          signedIn ? (
            <Button variant="primary" onClick={() => void router.navigate({ to: '/home' })}>
              {t('action.goHome')}
            </Button>
          ) : (
            <Button
              variant="primary"
              onClick={() => void router.navigate({ to: '/login', search: { redirect: router.state.location.href } })}
            >
              {t('action.signIn')}
            </Button>
          )
        }
      >
        {t('notFound.detail')}
      </EmptyState>
    </Place>
  )
}
