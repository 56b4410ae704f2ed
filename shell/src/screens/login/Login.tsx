import { ApiError, Button, Field, Input } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi, queries, session } from '../../base/session/services.ts'
import { wayBack } from '../../base/session/way-back.ts'
import type { LoginResult } from '../../base/contracts.ts'
import { signInName, type SignInName } from '../../base/session/account.ts'
import { CaptchaSlider } from './captcha/CaptchaSlider.tsx'
import { useCaptcha } from './captcha/use-captcha.ts'
import { CompanySignIn } from './CompanySignIn.tsx'
import { EntranceFrame } from './EntranceFrame.tsx'
import { PasskeyButton } from './PasskeyButton.tsx'
import { PasswordInput } from './PasswordInput.tsx'
import { Refused } from './Refused.tsx'
import { SecondFactorField } from './SecondFactorField.tsx'

const ForgotPassword = lazy(async () => ({ default: (await import('./ForgotPassword.tsx')).ForgotPassword }))

const codeOf = (error: unknown): string | undefined => (ApiError.is(error) ? error.code : undefined)

type Faults = Partial<Record<'account' | 'password' | 'captcha', string>>

export function Login() {
  const { t } = useTranslation()
  const router = useRouter()
  const { redirect } = useSearch({ from: '/login' })
  const captcha = useCaptcha('login')
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState<string | null>(null)
  const [faults, setFaults] = useState<Faults>({})
  const [forgotten, setForgotten] = useState(false)
  // Removes data of the previous session; queries of this page are active.
  useEffect(() => queries.removeQueries({ type: 'inactive' }), [])

  const enter = (result: LoginResult) => {
    session.begin(result)
    router.history.push(wayBack(redirect))
  }
  const login = useMutation({
    mutationFn: async (name: SignInName) => {
      const field = await captcha.field()
      return publicApi.post<LoginResult>('/auth/login/', {
        ...name,
        password,
        ...(field !== undefined && { captcha: field }),
        ...(code && { code: code.trim() }),
      })
    },
    onSuccess: enter,
    onError: (error) => {
      const asked = codeOf(error) === 'ERR_SECOND_FACTOR_REQUIRED'
      if (asked) setCode('')
      captcha.renew(asked)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = signInName(account)
    const found: Faults = {
      ...(account.trim() === '' ? { account: t('login.required') } : !name && { account: t('login.accountInvalid') }),
      ...(password === '' && { password: t('login.required') }),
      ...(!captcha.completed && { captcha: t('login.captcha.required') }),
    }
    setFaults(found)
    if (name && Object.keys(found).length === 0 && !login.isPending) login.mutate(name)
  }
  const refusal = codeOf(login.error)
  const askedForCode = refusal === 'ERR_SECOND_FACTOR_REQUIRED'
  return (
    <EntranceFrame title={t('login.title')} subtitle={t('login.subtitle')}>
      <form noValidate className="mt-8 flex flex-col gap-4" onSubmit={submit}>
        {login.isError && !askedForCode && <Refused error={login.error} />}
        <Field label={t('login.account')} error={faults.account}>
          <Input
            value={account}
            onChange={(event) => setAccount(event.target.value)}
            autoComplete="username"
            autoFocus
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={t('login.accountHint')}
          />
        </Field>
        <Field label={t('login.password')} error={faults.password}>
          <PasswordInput
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
        {code !== null && (
          <SecondFactorField
            value={code}
            onChange={setCode}
            error={refusal === 'ERR_SECOND_FACTOR_INVALID' ? t('login.codeInvalid') : undefined}
          />
        )}
        <CaptchaSlider captcha={captcha} error={captcha.completed ? undefined : faults.captcha} />
        <Button type="submit" variant="primary" busy={login.isPending} className="mt-2 h-10 justify-center">
          {t(login.isPending ? 'login.submitting' : 'login.submit')}
        </Button>
        <Button variant="ghost" className="self-center" onClick={() => setForgotten(true)}>
          {t('login.forgot')}
        </Button>
        <PasskeyButton account={account} onSignedIn={enter} />
        <CompanySignIn account={account} />
      </form>
      {forgotten && (
        <Suspense fallback={null}>
          <ForgotPassword account={account} onClose={() => setForgotten(false)} />
        </Suspense>
      )}
    </EntranceFrame>
  )
}
