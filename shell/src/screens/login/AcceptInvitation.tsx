import { ApiError, Button, EmptyState, ErrorState, Skeleton, useErrorWords } from '@recado/sdk/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { CircleCheck, MailX } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvitationView, LoginResult } from '../../base/contracts.ts'
import { publicApi, session } from '../../base/session/services.ts'
import { EntranceFrame } from './EntranceFrame.tsx'
import { focusFirstFault } from './focus-first-fault.ts'
import { newPasswordFaults, type NewPasswordFaults } from './new-password.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { Refused } from './Refused.tsx'

/** An answer of the server about the link itself, and not about the way there. */
const isAboutLink = (error: unknown): boolean => ApiError.is(error) && (error.status === 404 || error.status === 410)

/** Where the link of an invitation leads: who invites whom, a password of one’s own, and in. */
export function AcceptInvitation() {
  const { t } = useTranslation('registration')
  const { token } = useSearch({ strict: false }) as { token?: unknown }
  const look = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => publicApi.post<InvitationView>('/auth/invitation', { token: String(token) }, { signal }),
    retry: (count, error) => !isAboutLink(error) && count < 2,
    staleTime: Infinity,
    gcTime: 0,
  })
  const invitation = look.data
  if (invitation) return <Invited token={String(token)} invitation={invitation} />
  return (
    <EntranceFrame tabs={false} title={t('invitation.what')} subtitle={t('invitation.reading')}>
      <div className="mt-8">
        {look.isPending && <Skeleton lines={3} />}
        {look.isError &&
          (isAboutLink(look.error) ? (
            <Unusable error={look.error} />
          ) : (
            <ErrorState what={t('invitation.whatTo')} error={look.error} onRetry={() => void look.refetch()} />
          ))}
      </div>
    </EntranceFrame>
  )
}

/** A link that is out of date, used or taken back. */
function Unusable({ error }: { error: unknown }) {
  const { t } = useTranslation('registration')
  const { text, detail } = useErrorWords()(error)
  const router = useRouter()
  return (
    <div role="alert">
      <EmptyState
        icon={<MailX size={22} />}
        title={text}
        action={
          <Button variant="primary" onClick={() => void router.navigate({ to: '/login' })}>
            {t('register.toLogin')}
          </Button>
        }
      >
        {detail}
      </EmptyState>
    </div>
  )
}

function Invited({ token, invitation }: { token: string; invitation: InvitationView }) {
  const { t } = useTranslation('registration')
  const router = useRouter()
  const { company, email, name } = invitation
  const [value, setValue] = useState({ password: '', confirmation: '' })
  const [faults, setFaults] = useState<NewPasswordFaults>({})
  const personal = [email, name, company]
  const accept = useMutation({
    mutationFn: async () => {
      const { password, confirmation } = value
      await publicApi.post('/auth/invitation/accept', { token, password, confirmPassword: confirmation })
      // Where more than the password is asked for, the person goes on at the login.
      return publicApi.post<LoginResult>('/auth/login/', { email, password }).catch(() => undefined)
    },
    onSuccess: (result) => {
      if (!result) return
      session.begin(result)
      void router.navigate({ to: '/home' })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = newPasswordFaults(value, personal)
    setFaults(Object.fromEntries(Object.entries(found).map(([field, key]) => [field, t(`shell:${key}`)])))
    if (Object.keys(found).length > 0) return focusFirstFault(event.currentTarget)
    if (!accept.isPending) accept.mutate()
  }
  const isRefused = ApiError.is(accept.error) && accept.error.code === 'ERR_VALIDATION'
  return (
    <EntranceFrame
      tabs={false}
      title={t('invitation.title', { company })}
      subtitle={t('invitation.subtitle', { name })}
    >
      <div className="mt-8">
        {accept.isSuccess && !accept.data ? (
          <div role="status">
            <EmptyState
              icon={<CircleCheck size={22} />}
              title={t('invitation.done')}
              action={
                <Button variant="primary" autoFocus onClick={() => void router.navigate({ to: '/login' })}>
                  {t('shell:action.signIn')}
                </Button>
              }
            >
              {t('invitation.doneDetail')}
            </EmptyState>
          </div>
        ) : isAboutLink(accept.error) ? (
          <Unusable error={accept.error} />
        ) : (
          <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
            {accept.isError && !isRefused && <Refused error={accept.error} />}
            <dl className="rounded-md border border-line bg-surface px-3 py-2 text-list">
              <dt className="text-ink-muted">{t('invitation.account')}</dt>
              <dd className="font-medium wrap-anywhere">{email}</dd>
            </dl>
            {/* Keeps the password together with its address in password managers. */}
            <input type="text" name="username" value={email} autoComplete="username" readOnly hidden />
            <NewPasswordFields
              value={value}
              personal={personal}
              faults={isRefused ? { password: t('shell:newPassword.guessable') } : faults}
              autoFocus
              onChange={(typed) => {
                setValue(typed)
                accept.reset()
              }}
            />
            <Button type="submit" variant="primary" busy={accept.isPending} className="mt-2 h-10 justify-center">
              {t('invitation.submit')}
            </Button>
          </form>
        )}
      </div>
    </EntranceFrame>
  )
}
