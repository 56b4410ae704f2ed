import { Button, ConfirmDialog, EmptyState, ErrorState, Skeleton, useErrorWords, VisuallyHidden } from '@recado/sdk/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { LogOut, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../base/api/error-code.ts'
import { keys } from '../../base/query-keys.ts'
import { api, queries, session } from '../../base/session/services.ts'
import { signOut } from '../../base/session/sign-out.ts'
import { useSession } from '../../base/session/use-session.ts'
import { wayBack } from '../../base/session/way-back.ts'
import type { PrivacyNotice } from '../../base/contracts.ts'
import { DetourPage } from '../../base/ui/DetourPage.tsx'

/** `/lgpd-consent` (S2-012…014): the whole notice, and what accepting and rejecting it mean. */
export function Consent() {
  const { t } = useTranslation(['shell', 'registration'])
  const router = useRouter()
  const current = useSession()
  const { redirect } = useSearch({ from: '/lgpd-consent' })
  const notice = useQuery({
    queryKey: keys.privacyNotice,
    queryFn: ({ signal }) => api.get<PrivacyNotice>('/auth/privacy-notice', { signal }),
    enabled: current !== null,
    staleTime: 0,
  })
  const { data } = notice
  useEffect(() => {
    if (data) session.updateUser({ lgpdAccepted: data.accepted })
  }, [data])
  const goOn = () => {
    session.updateUser({ lgpdAccepted: true })
    // Refused requests are sent again.
    queries.clear()
    router.history.push(wayBack(redirect))
  }
  if (!current) {
    return (
      <DetourPage fills>
        <EmptyState
          page
          icon={<ShieldCheck size={22} />}
          title={t('registration:consent.title')}
          action={
            <Button
              variant="primary"
              onClick={() => void router.navigate({ to: '/login', search: { redirect: '/lgpd-consent' } })}
            >
              {t('action.signIn')}
            </Button>
          }
        >
          {t('registration:consent.signedOut')}
        </EmptyState>
      </DetourPage>
    )
  }
  return (
    <DetourPage fills>
      <header>
        <h1 className="text-2xl font-semibold tracking-tight text-balance">{t('registration:consent.title')}</h1>
        <p className="mt-1.5 text-thread text-ink-muted">
          {t(data?.accepted ? 'registration:consent.acceptedAlready' : 'registration:consent.subtitle')}
        </p>
      </header>
      {notice.isPending && <Skeleton lines={8} />}
      {notice.isError && (
        <ErrorState what={t('registration:consent.what')} error={notice.error} onRetry={() => void notice.refetch()} />
      )}
      {data && (
        <>
          {data.notice && (
            <section
              lang={data.notice.locale}
              aria-labelledby="notice-head"
              className={
                'scroll-thin min-h-40 flex-1 overflow-y-auto rounded-lg border border-line bg-surface p-5 ' +
                'outline-offset-2'
              }
              tabIndex={0}
            >
              <VisuallyHidden>
                <h2 id="notice-head">{t('registration:consent.text')}</h2>
              </VisuallyHidden>
              <p className="text-thread leading-relaxed break-words whitespace-pre-wrap">{data.notice.text}</p>
            </section>
          )}
          {data.accepted || !data.notice ? (
            <div className="flex justify-end">
              <Button variant="primary" onClick={goOn}>
                {t('registration:consent.goOn')}
              </Button>
            </div>
          ) : (
            <Answer version={data.notice.version} onAccepted={goOn} onChanged={() => void notice.refetch()} />
          )}
        </>
      )}
      <Button variant="ghost" className="self-start" icon={<LogOut size={16} />} onClick={() => void signOut()}>
        {t('frame.signOut')}
      </Button>
    </DetourPage>
  )
}

function Answer({ version, onAccepted, onChanged }: { version: number; onAccepted(): void; onChanged(): void }) {
  const { t } = useTranslation(['shell', 'registration'])
  const wordsOf = useErrorWords()
  const [rejecting, setRejecting] = useState(false)
  const answer = useMutation({
    mutationFn: (accepted: boolean) => api.post('/auth/privacy-notice', { version, accepted }),
    onError: (error) => {
      if (asApiError(error).code === 'ERR_NOTICE_CHANGED') onChanged()
    },
  })
  const problem = answer.isError ? wordsOf(answer.error) : undefined
  const reject = async () => {
    const refused = await answer.mutateAsync(false).then(() => undefined, asApiError)
    // The last administrator stays, and reads why beside the buttons.
    if (refused) return
    session.end()
    location.hash = '/login'
  }
  return (
    <>
      {problem && (
        <div
          role="alert"
          className="rounded-md border border-danger/30 bg-danger-soft px-3 py-2.5 text-list text-danger"
        >
          <p className="font-medium">{problem.text}</p>
          {problem.detail && <p className="mt-0.5">{problem.detail}</p>}
        </div>
      )}
      <div className="flex flex-col-reverse gap-2 pane:flex-row pane:justify-end">
        <Button className="h-10" onClick={() => setRejecting(true)}>
          {t('registration:consent.reject')}
        </Button>
        <Button
          className="h-10"
          variant="primary"
          busy={answer.isPending && answer.variables}
          onClick={() => answer.mutate(true, { onSuccess: onAccepted })}
        >
          {t('registration:consent.accept')}
        </Button>
      </div>
      <ConfirmDialog
        title={t('registration:consent.rejectTitle')}
        description={t('registration:consent.rejectDetail')}
        confirmLabel={t('registration:consent.rejectConfirm')}
        open={rejecting}
        onOpenChange={setRejecting}
        onConfirm={reject}
      />
    </>
  )
}
