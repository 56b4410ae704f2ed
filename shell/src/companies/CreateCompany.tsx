import { Button, Dialog, Field, Input, Select, useErrorText, ApiError } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { brokenPasswordRules, tiers, type Plan, type Tier } from '../contracts.ts'
import { planOptions } from './plan-options.ts'
import type { NewCompany } from './use-companies.ts'
import { usePlans } from './use-plans.ts'

/** A company and its first administrator. Without a password they set one by asking for a new one at the login. */
export function CreateCompany({ isMaster, onSubmit, onClose }: { isMaster: boolean; onSubmit(input: NewCompany): Promise<unknown>; onClose(): void }) {
  const { t } = useTranslation('companies')
  const form = useId()
  const textOf = useErrorText()
  const plans = usePlans().data ?? []
  const [name, setName] = useState('')
  const [planId, setPlanId] = useState('')
  const [tier, setTier] = useState<Tier>('premium')
  const [admin, setAdmin] = useState({ name: '', email: '', password: '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(undefined)
  const missing = (text: string) => (tried && text.trim() === '' ? t('shell:login.required') : undefined)
  const isTaken = ApiError.is(problem) && problem.code === 'ERR_EMAIL_REGISTERED'
  const emailFault = missing(admin.email) ?? (tried && !/^\S+@\S+\.\S+$/.test(admin.email.trim()) ? t('companies.emailWrong') : isTaken ? textOf(problem) : undefined)
  const passwordFits = admin.password === '' || brokenPasswordRules(admin.password).length === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if ([name, admin.name, admin.email].some((text) => text.trim() === '') || !/^\S+@\S+\.\S+$/.test(admin.email.trim()) || !passwordFits) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSubmit({ name: name.trim(), ...(planId === '' ? { tier } : { planId: planId as Plan['id'] }), admin: { name: admin.name.trim(), email: admin.email.trim(), ...(admin.password !== '' && { password: admin.password }) } })
      onClose()
    } catch (thrown) {
      setProblem(thrown)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('companies.add')} shape="sheet" open onOpenChange={(open) => { if (!open) onClose() }}
      footer={<><Button onClick={onClose}>{t('shell:action.cancel')}</Button><Button type="submit" form={form} variant="primary" busy={busy}>{t('companies.create')}</Button></>}
    >
      <form id={form} className="flex flex-col gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('companies.name')} required error={missing(name)}><Input value={name} maxLength={100} autoFocus autoComplete="off" onChange={(event) => setName(event.target.value)} /></Field>
        <Field label={t('companies.plan')}><Select value={planId} onValueChange={setPlanId} options={planOptions(plans, t('companies.noPlan'))} /></Field>
        {planId === '' && <Field label={t('plans.tier')}><Select value={tier} onValueChange={(value) => setTier(value as Tier)} options={tiers.map((value) => ({ value, label: t(`shell:tier.${value}`) }))} /></Field>}
        <fieldset className="flex flex-col gap-4 border-t border-line pt-4">
          <legend className="float-left mb-3 w-full text-list font-medium">{t('companies.admin')}</legend>
          <Field label={t('companies.adminName')} required error={missing(admin.name)}><Input value={admin.name} maxLength={100} autoComplete="off" onChange={(event) => setAdmin({ ...admin, name: event.target.value })} /></Field>
          <Field label={t('companies.adminEmail')} required error={emailFault}><Input type="email" value={admin.email} maxLength={320} autoComplete="off" onChange={(event) => { setAdmin({ ...admin, email: event.target.value }); setProblem(undefined) }} /></Field>
          <Field label={t('companies.adminPassword')} help={t('companies.adminPasswordHelp')} error={tried && !passwordFits ? t('companies.passwordWrong') : undefined}><Input type="password" value={admin.password} maxLength={128} autoComplete="new-password" onChange={(event) => setAdmin({ ...admin, password: event.target.value })} /></Field>
        </fieldset>
        {!isMaster && <p className="text-list text-ink-muted">{t('companies.yours')}</p>}
        {problem !== undefined && !isTaken && <p role="alert" className="text-list text-danger">{textOf(problem)}</p>}
      </form>
    </Dialog>
  )
}
