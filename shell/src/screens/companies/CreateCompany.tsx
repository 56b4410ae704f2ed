import { ApiError, Field, Input, Select, useErrorText } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  brokenPasswordRules,
  emailLength,
  nameLengths,
  passwordBytes,
  type Plan,
  type Tier,
  tiers,
} from '../../base/contracts.ts'
import { PasswordRules } from '../../parts/passwords/PasswordRules.tsx'
import { FormSheet, useFormSheet } from '../../base/forms/FormSheet.tsx'
import { planOptions } from './plan-options.ts'
import type { NewCompany } from './use-companies.ts'
import { usePlans } from './use-plans.ts'

/** A company and its first administrator. Without a password they set one by asking for a new one at the login. */
export function CreateCompany({
  isMaster,
  onSubmit,
  onClose,
}: {
  isMaster: boolean
  onSubmit(input: NewCompany): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('companies')
  const sheet = useFormSheet(onClose)
  const textOf = useErrorText()
  const plans = usePlans().data ?? []
  const [name, setName] = useState('')
  const [planId, setPlanId] = useState('')
  const [tier, setTier] = useState<Tier>('premium')
  const [admin, setAdmin] = useState({ name: '', email: '', password: '' })
  const [tried, setTried] = useState(false)
  const missing = (text: string) => (tried && text.trim() === '' ? t('shell:login.required') : undefined)
  const isTaken = ApiError.is(sheet.problem) && sheet.problem.code === 'ERR_EMAIL_REGISTERED'
  const emailFault =
    missing(admin.email) ??
    (tried && !/^\S+@\S+\.\S+$/.test(admin.email.trim())
      ? t('companies.emailWrong')
      : isTaken
        ? textOf(sheet.problem)
        : undefined)
  const passwordFits =
    admin.password === '' ||
    brokenPasswordRules(admin.password, { personal: [admin.email, admin.name, name] }).length === 0
  const submit = () => {
    setTried(true)
    if (
      [name, admin.name, admin.email].some((text) => text.trim() === '') ||
      !/^\S+@\S+\.\S+$/.test(admin.email.trim()) ||
      !passwordFits
    )
      return
    void sheet.send(() =>
      onSubmit({
        name: name.trim(),
        ...(planId === '' ? { tier } : { planId: planId as Plan['id'] }),
        admin: {
          name: admin.name.trim(),
          email: admin.email.trim(),
          ...(admin.password !== '' && { password: admin.password }),
        },
      }),
    )
  }
  return (
    <FormSheet
      sheet={sheet}
      title={t('companies.add')}
      action={t('companies.create')}
      told={isTaken}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('companies.name')} required error={missing(name)}>
        <Input
          value={name}
          maxLength={nameLengths.company}
          autoFocus
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t('companies.plan')}>
        <Select value={planId} onValueChange={setPlanId} options={planOptions(plans, t('companies.noPlan'))} />
      </Field>
      {planId === '' && (
        <Field label={t('plans.tier')}>
          <Select
            value={tier}
            onValueChange={(value) => setTier(value as Tier)}
            options={tiers.map((value) => ({ value, label: t(`shell:tier.${value}`) }))}
          />
        </Field>
      )}
      <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
        <legend className="float-left mb-3 w-full text-list font-medium">{t('companies.admin')}</legend>
        <Field label={t('companies.adminName')} required error={missing(admin.name)}>
          <Input
            value={admin.name}
            maxLength={nameLengths.user}
            autoComplete="off"
            onChange={(event) => setAdmin({ ...admin, name: event.target.value })}
          />
        </Field>
        <Field label={t('companies.adminEmail')} required error={emailFault}>
          <Input
            type="email"
            value={admin.email}
            maxLength={emailLength}
            autoComplete="off"
            onChange={(event) => {
              setAdmin({ ...admin, email: event.target.value })
              sheet.forget()
            }}
          />
        </Field>
        <Field
          label={t('companies.adminPassword')}
          help={t('companies.adminPasswordHelp')}
          error={tried && !passwordFits ? t('companies.passwordWrong') : undefined}
        >
          <Input
            type="password"
            value={admin.password}
            maxLength={passwordBytes}
            autoComplete="new-password"
            onChange={(event) => setAdmin({ ...admin, password: event.target.value })}
          />
        </Field>
        {admin.password !== '' && (
          <PasswordRules password={admin.password} personal={[admin.email, admin.name, name]} />
        )}
      </fieldset>
      {!isMaster && <p className="text-list text-ink-muted">{t('companies.yours')}</p>}
    </FormSheet>
  )
}
