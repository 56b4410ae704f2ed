import { ApiError, Button, EmptyState } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { CircleCheck, TimerOff } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../base/session/services.ts'
import { EntranceFrame } from './EntranceFrame.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { focusFirstFault } from './focus-first-fault.ts'
import { newPasswordFaults, type NewPasswordFaults } from './new-password.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { Refused } from './Refused.tsx'

/** S2-011: where the link of the mail leads. */
export function ResetPassword() {
  const { t } = useTranslation()
  const router = useRouter()
  const { token } = useSearch({ strict: false }) as { token?: unknown }
  const [value, setValue] = useState({ password: '', confirmation: '' })
  const [faults, setFaults] = useState<NewPasswordFaults>({})
  const [asking, setAsking] = useState(false)
  const reset = useMutation({
    mutationFn: () =>
      publicApi.post('/auth/redefinirsenha/', {
        token: String(token),
        password: value.password,
        confirmPassword: value.confirmation,
      }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = newPasswordFaults(value)
    setFaults(Object.fromEntries(Object.entries(found).map(([field, key]) => [field, t(key)])))
    if (Object.keys(found).length > 0) return focusFirstFault(event.currentTarget)
    if (!reset.isPending) reset.mutate()
  }
  const toLogin = () => void router.navigate({ to: '/login' })
  const isRefused = ApiError.is(reset.error) && reset.error.code === 'ERR_VALIDATION'
  const expired = token === undefined || (ApiError.is(reset.error) && reset.error.code === 'ERR_RESET_TOKEN_EXPIRED')
  return (
    <EntranceFrame tabs={false} title={t('reset.title')} subtitle={t('reset.subtitle')}>
      <div className="mt-8">
        {reset.isSuccess ? (
          <div role="status">
            <EmptyState
              icon={<CircleCheck size={22} />}
              title={t('reset.done')}
              action={
                <Button variant="primary" autoFocus onClick={toLogin}>
                  {t('action.signIn')}
                </Button>
              }
            >
              {t('reset.doneDetail')}
            </EmptyState>
          </div>
        ) : expired ? (
          <div role="alert">
            <EmptyState
              icon={<TimerOff size={22} />}
              title={t('reset.expired')}
              action={
                <Button variant="primary" onClick={() => setAsking(true)}>
                  {t('reset.again')}
                </Button>
              }
            >
              {t('reset.expiredDetail')}
            </EmptyState>
          </div>
        ) : (
          <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
            {reset.isError && !isRefused && <Refused error={reset.error} />}
            <NewPasswordFields
              value={value}
              faults={isRefused ? { password: t('newPassword.guessable') } : faults}
              autoFocus
              onChange={(typed) => {
                setValue(typed)
                reset.reset()
              }}
            />
            <p className="text-list text-ink-muted">{t('newPassword.ends')}</p>
            <Button type="submit" variant="primary" busy={reset.isPending} className="mt-2 h-10 justify-center">
              {t('reset.submit')}
            </Button>
            <Button variant="ghost" className="self-center" onClick={toLogin}>
              {t('reset.back')}
            </Button>
          </form>
        )}
      </div>
      {asking && <ForgotPassword account="" onClose={() => setAsking(false)} />}
    </EntranceFrame>
  )
}
