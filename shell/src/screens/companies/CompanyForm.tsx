import { Checkbox, DateField, Field, Input, Select, useFieldErrors } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type Company,
  type CompanyChange,
  companyDocumentLength,
  emailLength,
  nameLengths,
  type Plan,
  type Tier,
  tiers,
} from '../../base/contracts.ts'
import { maskDocument } from '../../base/forms/document-mask.ts'
import { FormSheet, useFormSheet } from '../../base/forms/FormSheet.tsx'
import { LimitFields } from './LimitFields.tsx'
import { limitKinds, readLimits, writeLimits } from './limit-text.ts'
import { planOptions } from './plan-options.ts'
import { dayUntil, untilEndOf } from './use-day.ts'
import { usePlans } from './use-plans.ts'

const resellerKinds = ['companies', 'users', 'connections'] as const

/** Changeable fields of a company. A plan sets its tier and limits; single changes take precedence. */
export function CompanyForm({
  company,
  isMaster,
  isOwn,
  onSubmit,
  onClose,
}: {
  company: Company
  isMaster: boolean
  isOwn: boolean
  onSubmit(change: CompanyChange): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('companies')
  const sheet = useFormSheet(onClose)
  const plans = usePlans().data ?? []
  const [name, setName] = useState(company.name)
  const [document, setDocument] = useState(maskDocument(company.document ?? ''))
  const [email, setEmail] = useState(company.email ?? '')
  const [planId, setPlanId] = useState<string>(company.planId ?? '')
  const [tier, setTier] = useState<Tier>(company.tier)
  const [limits, setLimits] = useState(writeLimits(limitKinds, company.limits))
  const [trialEnds, setTrialEnds] = useState<string | null>(dayUntil(company.trialEndsAt))
  const [userCreation, setUserCreation] = useState(company.userCreation)
  const [isActive, setActive] = useState(company.status === 'active')
  const [isReseller, setReseller] = useState(company.isReseller)
  const [totals, setTotals] = useState(writeLimits(resellerKinds, company.resellerLimits))
  const faults = useFieldErrors()(sheet.problem)
  const documentFault = faults['document'] === undefined ? undefined : t('companies.documentWrong')
  const choosePlan = (id: string) => {
    setPlanId(id)
    const plan = plans.find((candidate) => candidate.id === id)
    if (!plan) return
    setTier(plan.tier)
    setLimits(writeLimits(limitKinds, plan.limits))
  }
  const submit = () => {
    const [readOwn, readTotals] = [readLimits(limitKinds, limits), readLimits(resellerKinds, totals)]
    if (name.trim() === '' || !readOwn || !readTotals || trialEnds === null) return
    void sheet.send(() =>
      onSubmit({
        name: name.trim(),
        document: document.trim() || null,
        email: email.trim() || null,
        tier,
        limits: readOwn,
        userCreation,
        trialEndsAt: trialEnds === dayUntil(company.trialEndsAt) ? company.trialEndsAt : untilEndOf(trialEnds),
        ...(planId !== (company.planId ?? '') && { planId: planId === '' ? null : (planId as Plan['id']) }),
        ...(!isOwn && { status: isActive ? 'active' : 'inactive' }),
        ...(isMaster && { isReseller, resellerLimits: readTotals }),
      }),
    )
  }
  return (
    <FormSheet
      sheet={sheet}
      title={t('companies.editTitle', { name: company.name })}
      action={t('shell:action.save')}
      told={Object.keys(faults).length > 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('companies.name')} required error={name.trim() === '' ? t('shell:login.required') : undefined}>
        <Input
          value={name}
          maxLength={nameLengths.company}
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('companies.document')} error={documentFault}>
          <Input
            value={document}
            maxLength={companyDocumentLength}
            autoComplete="off"
            onChange={(event) => {
              setDocument(maskDocument(event.target.value))
              sheet.forget()
            }}
          />
        </Field>
        <Field label={t('companies.email')} error={faults['email']}>
          <Input
            type="email"
            value={email}
            maxLength={emailLength}
            autoComplete="off"
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={t('companies.plan')}>
          <Select
            value={planId}
            onValueChange={choosePlan}
            options={planOptions(plans, t('companies.noPlan'), company.planId)}
          />
        </Field>
        <Field label={t('plans.tier')}>
          <Select
            value={tier}
            onValueChange={(value) => setTier(value as Tier)}
            options={tiers.map((value) => ({ value, label: t(`shell:tier.${value}`) }))}
          />
        </Field>
      </div>
      <LimitFields legend={t('limits.title')} prefix="limits" kinds={limitKinds} texts={limits} onChange={setLimits} />
      <DateField
        label={t('companies.trialEnds')}
        help={t('companies.trialEndsHelp')}
        value={trialEnds}
        onValueChange={setTrialEnds}
      />
      <Checkbox checked={userCreation} onCheckedChange={setUserCreation} label={t('companies.userCreation')} />
      {!isOwn && <Checkbox checked={isActive} onCheckedChange={setActive} label={t('companies.active')} />}
      {isMaster && <Checkbox checked={isReseller} onCheckedChange={setReseller} label={t('companies.reseller')} />}
      {isMaster && isReseller && (
        <LimitFields
          legend={t('companies.resellerTotals')}
          prefix="resellerLimits"
          kinds={resellerKinds}
          texts={totals}
          onChange={setTotals}
        />
      )}
    </FormSheet>
  )
}
