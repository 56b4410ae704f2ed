import { Button, Dialog, Field, Input } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../base/session/services.ts'
import { signInName, type SignInName } from '../../base/session/account.ts'
import { CaptchaSlider } from './captcha/CaptchaSlider.tsx'
import { useCaptcha } from './captcha/use-captcha.ts'
import { Refused } from './Refused.tsx'

/** Requests a link to reset the password (S2-006). The answer is the same for every account. */
export function ForgotPassword({ account: typed, onClose }: { account: string; onClose(): void }) {
  const { t } = useTranslation()
  const form = useId()
  const captcha = useCaptcha('reset')
  const [account, setAccount] = useState(typed)
  const [faults, setFaults] = useState<{ account?: string; captcha?: string }>({})
  const ask = useMutation({
    mutationFn: async (name: SignInName) => {
      const field = await captcha.field()
      await publicApi.post('/auth/esquecisenha/', { ...name, ...(field !== undefined && { captcha: field }) })
    },
    onError: () => captcha.renew(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const name = signInName(account)
    const found = {
      ...(!name && { account: t(account.trim() === '' ? 'login.required' : 'login.accountInvalid') }),
      ...(!captcha.completed && { captcha: t('login.captcha.required') }),
    }
    setFaults(found)
    if (name && captcha.completed && !ask.isPending) ask.mutate(name)
  }
  return (
    <Dialog
      title={t('forgot.title')}
      {...(ask.isSuccess ? {} : { description: t('forgot.detail') })}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        ask.isSuccess ? (
          <Button variant="primary" onClick={onClose}>
            {t('forgot.close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('action.cancel')}</Button>
            <Button type="submit" form={form} variant="primary" busy={ask.isPending}>
              {t('forgot.submit')}
            </Button>
          </>
        )
      }
    >
      {ask.isSuccess ? (
        <div role="status" className="flex gap-3 text-list">
          <MailCheck aria-hidden size={20} className="mt-0.5 shrink-0 text-accent-text" />
          <div className="min-w-0">
            <p className="font-medium break-words">{t('forgot.sent', { account: account.trim() })}</p>
            <p className="mt-1 text-ink-muted">{t('forgot.sentDetail')}</p>
          </div>
        </div>
      ) : (
        <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
          {ask.isError && <Refused error={ask.error} />}
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
          <CaptchaSlider captcha={captcha} error={captcha.completed ? undefined : faults.captcha} />
        </form>
      )}
    </Dialog>
  )
}
