import { ApiError, Button, Dialog, Field, Input, toast, useApi, useErrorWords, useFieldErrors } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { domainLength, emailLength, nameLengths, settingTextLength } from '../../base/contracts.ts'
import { ChoiceSetting, NumberSetting, SecretSetting, TextSetting, useGlobals } from './global-fields.tsx'
import { Section } from '../../base/forms/Section.tsx'

/** The port that goes with each way of securing the line, unless another was typed. */
const usualPorts = { tls: 465, starttls: 587, none: 25 } as const

/** S2-124: the mail server that writes to users, and a test of it before anything is saved. */
export function SmtpTab() {
  const { t } = useTranslation('platform')
  const { draft } = useGlobals()
  const [testing, setTesting] = useState(false)
  const { smtpHost, smtpFrom, smtpPort } = draft.values
  const isUsual = Object.values<number>(usualPorts).includes(smtpPort)
  return (
    <Section
      title={t('smtp.title')}
      description={t('smtp.detail')}
      aside={
        <Button icon={<Send size={14} />} disabled={!smtpHost || !smtpFrom} onClick={() => setTesting(true)}>
          {t('smtp.test')}
        </Button>
      }
    >
      <div className="grid items-start gap-4 pane:grid-cols-[1fr_auto]">
        <TextSetting name="smtpHost" maxLength={domainLength} placeholder="smtp.exemplo.com.br" />
        <NumberSetting name="smtpPort" required />
      </div>
      <ChoiceSetting
        name="smtpSecurity"
        options={['starttls', 'tls', 'none']}
        onChosen={(way) => {
          if (isUsual) draft.set('smtpPort', usualPorts[way])
        }}
      />
      <div className="grid items-start gap-4 pane:grid-cols-2">
        <TextSetting name="smtpUser" maxLength={settingTextLength} />
        <SecretSetting name="smtpPassword" />
      </div>
      <div className="grid items-start gap-4 pane:grid-cols-2">
        <TextSetting name="smtpFrom" inputMode="email" maxLength={emailLength} />
        <TextSetting name="smtpFromName" maxLength={nameLengths.user} />
      </div>
      {testing && <SmtpTest onClose={() => setTesting(false)} />}
    </Section>
  )
}

/** S8-166. Tests the values of the form, saved or not. */
function SmtpTest({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('platform')
  const api = useApi()
  const form = useId()
  const {
    draft: { values },
  } = useGlobals()
  const fieldErrors = useFieldErrors()
  const words = useErrorWords()
  const [to, setTo] = useState('')
  const test = useMutation({
    mutationFn: () => {
      const { smtpHost, smtpPort, smtpSecurity, smtpUser, smtpFrom, smtpFromName, smtpPassword } = values
      return api.post('/global-settings/smtp-test', {
        smtpHost,
        smtpPort,
        smtpSecurity,
        smtpUser,
        smtpFrom,
        smtpFromName,
        ...(smtpPassword ? { smtpPassword } : {}),
        to: to.trim(),
      })
    },
    onSuccess: () => {
      toast.success(t('smtp.sent', { to: to.trim() }))
      onClose()
    },
  })
  const { to: wrongAddress, ...elsewhere } = fieldErrors(test.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (!test.isPending) test.mutate()
  }
  const failure = test.isError && wrongAddress === undefined ? words(test.error) : undefined
  const step =
    ApiError.is(test.error) && test.error.code === 'ERR_SMTP_TEST_FAILED' ? test.error.facts.detail : undefined
  return (
    <Dialog
      title={t('smtp.testTitle')}
      description={t('smtp.testDetail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={test.isPending}>
            {t('smtp.send')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label={t('smtp.to')} error={wrongAddress} required>
          <Input
            value={to}
            type="email"
            autoFocus
            autoComplete="email"
            onChange={(event) => setTo(event.target.value)}
          />
        </Field>
        {failure && (
          <div role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
            <p className="font-medium">{failure.text}</p>
            {step !== undefined && <p className="mt-0.5">{t(`smtp.steps.${step}`)}</p>}
            {Object.keys(elsewhere).map((name) => (
              <p key={name} className="mt-0.5">
                {t(`globals.${name}.label`)}: {elsewhere[name]}
              </p>
            ))}
          </div>
        )}
      </form>
    </Dialog>
  )
}
