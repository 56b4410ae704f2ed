import { Button, EmptyState, ErrorState, ShellProvider, Skeleton, type ShellServices } from '@recado/sdk/ui'
import { useRouter, useSearch } from '@tanstack/react-router'
import { Fingerprint, LogOut, ShieldCheck, Smartphone } from 'lucide-react'
import { useId, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '../../base/api/session.ts'
import { queries, sessionFetch } from '../../base/session/services.ts'
import { signOut } from '../../base/session/sign-out.ts'
import { useSession } from '../../base/session/use-session.ts'
import { wayBack } from '../../base/session/way-back.ts'
import type { Locale } from '../../base/contracts.ts'
import { DetourPage } from '../../base/ui/DetourPage.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { passkeyObstacle } from '../../parts/passkeys/passkey-failure.ts'
import { SetUpSecondFactor } from './SetUpSecondFactor.tsx'
import { useOwnPasskeyActs, useSecondFactor } from './use-own-passkeys.ts'

/** `/verificacao`: the second factor that the company requires is set up here, before anything else is open. */
export function Enrolment() {
  const { t } = useTranslation(['ownPasskeys', 'shell'])
  const router = useRouter()
  const current = useSession()
  if (!current) {
    const signIn = () => void router.navigate({ to: '/login', search: { redirect: '/verificacao' } })
    return (
      <DetourPage>
        <EmptyState
          page
          icon={<ShieldCheck size={22} />}
          title={t('enrolment.title')}
          action={
            <Button variant="primary" onClick={signIn}>
              {t('shell:action.signIn')}
            </Button>
          }
        >
          {t('enrolment.signedOut')}
        </EmptyState>
      </DetourPage>
    )
  }
  return (
    <DetourPage>
      <OutsideFrame session={current}>
        <Choice />
      </OutsideFrame>
      <Button variant="ghost" className="self-start" icon={<LogOut size={16} />} onClick={() => void signOut()}>
        {t('shell:frame.signOut')}
      </Button>
    </DetourPage>
  )
}

/** Services for calling the API. There is no socket and no permission before the second factor is set up. */
function OutsideFrame({ session, children }: { session: Session; children: ReactNode }) {
  const { i18n } = useTranslation()
  const services = useMemo(
    (): ShellServices => ({
      fetch: sessionFetch.fetch,
      live: { on: () => () => undefined },
      permissions: [],
      viewer: {
        tenantId: session.user.tenantId,
        userId: session.userId,
        name: session.user.username,
        role: session.profile,
        tier: 'free',
        locale: i18n.language as Locale,
      },
    }),
    [session, i18n.language],
  )
  return <ShellProvider services={services}>{children}</ShellProvider>
}

function Choice() {
  const { t } = useTranslation('ownPasskeys')
  const router = useRouter()
  const { redirect } = useSearch({ from: '/verificacao' })
  const state = useSecondFactor()
  const { add } = useOwnPasskeyActs()
  const [open, setOpen] = useState<'app' | 'passkey' | null>(null)
  const obstacle = passkeyObstacle(window)
  const goOn = () => {
    // Refused requests are sent again.
    queries.clear()
    router.history.push(wayBack(redirect))
  }
  const settled = async () => {
    setOpen(null)
    if ((await state.refetch()).data?.isMissing === false) goOn()
  }
  return (
    <>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('enrolment.title')}</h1>
        <p className="mt-1.5 text-thread text-ink-muted">
          {t(state.data?.isMissing === false ? 'enrolment.done' : 'enrolment.intro')}
        </p>
      </header>
      {state.isPending && <Skeleton lines={6} />}
      {state.isError && (
        <ErrorState what={t('enrolment.what')} error={state.error} onRetry={() => void state.refetch()} />
      )}
      {state.data?.isMissing === false && (
        <div className="flex justify-end">
          <Button variant="primary" onClick={goOn}>
            {t('enrolment.goOn')}
          </Button>
        </div>
      )}
      {state.data?.isMissing && (
        <div className="flex flex-col gap-4">
          <Way icon={<Smartphone size={20} />} title={t('enrolment.appTitle')} detail={t('enrolment.appDetail')}>
            <Button variant="primary" onClick={() => setOpen('app')}>
              {t('second.setUp')}
            </Button>
          </Way>
          <Way
            icon={<Fingerprint size={20} />}
            title={t('enrolment.passkeyTitle')}
            detail={obstacle ? t(`passkeys:failure.${obstacle}`) : t('enrolment.passkeyDetail')}
          >
            <Button disabled={obstacle !== undefined} onClick={() => setOpen('passkey')}>
              {t('enrolment.addPasskey')}
            </Button>
          </Way>
        </div>
      )}
      {open === 'app' && <SetUpSecondFactor onClose={() => void settled()} />}
      {open === 'passkey' && <AddPasskey onClose={() => void settled()} onAdd={(input) => add.mutateAsync(input)} />}
    </>
  )
}

function Way({
  icon,
  title,
  detail,
  children,
}: {
  icon: ReactNode
  title: string
  detail: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 pane:flex-row pane:items-center"
    >
      <span aria-hidden className="text-ink-muted">
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h2 id={heading} className="text-thread font-semibold">
          {title}
        </h2>
        <p className="mt-0.5 text-list text-ink-muted">{detail}</p>
      </div>
      {children}
    </section>
  )
}
