import { Checkbox, Field, Input, Select, Textarea } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { descriptionLengths, nameLengths, type Plan, type PlanInput, type Tier, tiers } from '../../base/contracts.ts'
import { FormSheet, useFormSheet } from '../../base/forms/FormSheet.tsx'
import { LimitFields } from './LimitFields.tsx'
import { limitKinds, readLimit, readLimits, writeLimits } from './limit-text.ts'

const unlimited = { users: null, connectedUsers: null, connections: null, contacts: null, storage: null }

/** A plan, new or existing. Its changes reach its companies only on request. */
export function PlanForm({
  plan,
  onSubmit,
  onClose,
}: {
  plan?: Plan
  onSubmit(input: PlanInput & { apply: boolean }): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('companies')
  const sheet = useFormSheet(onClose)
  const [name, setName] = useState(plan?.name ?? '')
  const [description, setDescription] = useState(plan?.description ?? '')
  const [tier, setTier] = useState<Tier>(plan?.tier ?? 'basic')
  const [limits, setLimits] = useState(writeLimits(limitKinds, plan?.limits ?? unlimited))
  const [trialDays, setTrialDays] = useState(String(plan?.trialDays ?? 7))
  const [isPublic, setPublic] = useState(plan?.isPublic ?? false)
  const [isActive, setActive] = useState(plan?.isActive ?? true)
  const [apply, setApply] = useState(false)
  const [tried, setTried] = useState(false)
  const days = readLimit(trialDays)
  const daysFit = days !== undefined && days !== null && days <= 365
  const submit = () => {
    setTried(true)
    const read = readLimits(limitKinds, limits)
    if (name.trim() === '' || !read || !daysFit) return
    void sheet.send(() =>
      onSubmit({
        name: name.trim(),
        description: description.trim(),
        tier,
        limits: read,
        trialDays: days,
        isPublic,
        isActive,
        apply,
      }),
    )
  }
  return (
    <FormSheet
      sheet={sheet}
      title={plan ? t('plans.editTitle', { name: plan.name }) : t('plans.add')}
      action={t('shell:action.save')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('plans.name')}
        required
        error={tried && name.trim() === '' ? t('shell:login.required') : undefined}
      >
        <Input value={name} maxLength={nameLengths.plan} autoFocus onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={t('plans.description')} help={t('plans.descriptionHelp')}>
        <Textarea
          value={description}
          maxLength={descriptionLengths.plan}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field>
      <Field label={t('plans.tier')}>
        <Select
          value={tier}
          onValueChange={(value) => setTier(value as Tier)}
          options={tiers.map((value) => ({ value, label: t(`shell:tier.${value}`) }))}
        />
      </Field>
      <LimitFields legend={t('limits.title')} prefix="limits" kinds={limitKinds} texts={limits} onChange={setLimits} />
      <Field label={t('plans.trialDays')} error={daysFit ? undefined : t('plans.trialDaysWrong')}>
        <Input value={trialDays} inputMode="numeric" onChange={(event) => setTrialDays(event.target.value)} />
      </Field>
      <Checkbox checked={isPublic} onCheckedChange={setPublic} label={t('plans.public')} />
      <Checkbox checked={isActive} onCheckedChange={setActive} label={t('plans.active')} />
      {plan && plan.companies > 0 && (
        <Checkbox checked={apply} onCheckedChange={setApply} label={t('plans.apply', { count: plan.companies })} />
      )}
    </FormSheet>
  )
}
