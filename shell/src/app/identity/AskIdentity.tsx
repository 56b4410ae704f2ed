import { Button, Dialog, Field, Input, useErrorWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { passwordLength } from '../../base/contracts.ts'
import { api } from '../../base/session/services.ts'
import { useSession } from '../../base/session/use-session.ts'
import { confirmWithPasskey } from '../../parts/passkeys/passkey-ceremonies.ts'
import { passkeyObstacle } from '../../parts/passkeys/passkey-failure.ts'
import { PasskeyProblem } from '../../parts/passkeys/PasskeyProblem.tsx'
import { identityConfirmation } from '../../base/api/identity-confirmation.ts'

/** The question itself. Mounted only while it is asked, so that no password outlasts it. */
export default function AskIdentity() {
  const { t } = useTranslation()
  const form = useId()
  const wordsOf = useErrorWords()
  const account = useSession()?.user.email
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // A dialog that is below holds the focus until this one has taken over.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  const confirm = useMutation({
    mutationFn: () => api.post('/auth/confirm', { password }),
    onSuccess: () => identityConfirmation.settle(true),
    onError: () => input.current?.select(),
  })
  const byPasskey = useMutation({
    mutationFn: () => confirmWithPasskey(api),
    onSuccess: () => identityConfirmation.settle(true),
  })
  const problem = confirm.isError ? wordsOf(confirm.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '' && !confirm.isPending) confirm.mutate()
  }
  const cancel = () => identityConfirmation.settle(false)
  return (
    <Dialog
      open
      title={t('confirm.title')}
      description={t('confirm.detail')}
      onOpenChange={(open) => {
        if (!open) cancel()
      }}
      footer={
        <>
          <Button onClick={cancel}>{t('action.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={confirm.isPending} disabled={password === ''}>
            {t('confirm.submit')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {/* Password managers fill in by account. */}
        <input type="text" autoComplete="username" value={account ?? ''} readOnly hidden />
        <Field
          label={t('login.password')}
          help={t('confirm.noPassword')}
          error={problem && [problem.text, problem.detail].filter(Boolean).join('. ')}
        >
          <Input
            ref={input}
            type="password"
            value={password}
            autoComplete="current-password"
            maxLength={passwordLength.max}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        {passkeyObstacle(window) === undefined && (
          <Button
            className="self-start"
            icon={<Fingerprint size={16} />}
            busy={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
          >
            {t('confirm.passkey')}
          </Button>
        )}
        {byPasskey.isError && <PasskeyProblem error={byPasskey.error} />}
      </form>
    </Dialog>
  )
}
