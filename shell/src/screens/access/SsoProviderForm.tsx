import { ApiError, Checkbox, Field, FormDialog, Input, Textarea, useErrorWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identityProviderLengths, nameLengths, type SsoProvider } from '../../base/contracts.ts'
import { needsSecretAgain, ssoFaults, ssoFormOf, ssoInput, type SsoForm } from './sso-form.ts'
import type { SsoProviderInput } from './use-sso-providers.ts'

/** The steps in which the server tries a provider; see ERR_SSO_DISCOVERY. */
const steps = ['reach', 'document', 'flow', 'keys'] as const

export interface SsoProviderFormProps {
  readonly provider: SsoProvider | undefined
  onSave(input: SsoProviderInput): Promise<unknown>
  onClose(): void
}

/** Form of a provider. A refusal keeps the typed values: the form stays, with the step that failed. */
export function SsoProviderForm({ provider, onSave, onClose }: SsoProviderFormProps) {
  const { t } = useTranslation('access')
  const [form, setForm] = useState(() => ssoFormOf(provider))
  const [tries, setTries] = useState(0)
  const saving = useMutation({ mutationFn: onSave, onSuccess: onClose })
  const faults = ssoFaults(form, provider)
  const faultOf = (field: keyof SsoForm) => (tries > 0 && faults[field] ? t(`sso.${faults[field]}`) : undefined)
  const change = (changed: Partial<SsoForm>) => setForm({ ...form, ...changed })
  const submit = (): void => {
    setTries(tries + 1)
    if (Object.keys(faults).length === 0) saving.mutate(ssoInput(form))
  }
  const asksAgain = needsSecretAgain(form, provider) && form.clientSecret === ''
  const kept = provider?.clientSecret.set
    ? provider.clientSecret.last4
      ? t('sso.secretKept', { last4: provider.clientSecret.last4 })
      : t('sso.secretSet')
    : undefined
  return (
    <FormDialog
      title={provider ? t('sso.editTitle', { name: provider.name }) : t('sso.createTitle')}
      description={t('sso.formDetail')}
      shape="wide"
      submitLabel={t('sso.save')}
      busy={saving.isPending}
      mistakes={saving.error ?? tries}
      onSubmit={submit}
      onClose={onClose}
    >
      {saving.isError && <Problem error={saving.error} />}
      <Field label={t('sso.name')} error={faultOf('name')}>
        <Input
          value={form.name}
          maxLength={nameLengths.identityProvider}
          autoFocus
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={t('sso.issuer')} help={t('sso.issuerHelp')} error={faultOf('issuer')}>
        <Input
          value={form.issuer}
          maxLength={identityProviderLengths.issuer}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          onChange={(event) => change({ issuer: event.target.value })}
        />
      </Field>
      <Field label={t('sso.clientId')} error={faultOf('clientId')}>
        <Input
          value={form.clientId}
          maxLength={identityProviderLengths.clientId}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ clientId: event.target.value })}
        />
      </Field>
      <Field
        label={t('sso.clientSecret')}
        help={asksAgain ? <strong role="status">{t('sso.secretAgain')}</strong> : kept}
        error={faultOf('clientSecret')}
      >
        <Input
          type="password"
          value={form.clientSecret}
          maxLength={identityProviderLengths.clientSecret}
          autoComplete="new-password"
          onChange={(event) => change({ clientSecret: event.target.value })}
        />
      </Field>
      <Field label={t('sso.domains')} help={t('sso.domainsHelp')} error={faultOf('domains')}>
        <Textarea
          rows={2}
          value={form.domains}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => change({ domains: event.target.value })}
        />
      </Field>
      <Checkbox
        label={t('sso.autoCreate')}
        checked={form.autoCreate}
        onCheckedChange={(autoCreate) => change({ autoCreate })}
      />
      <Checkbox
        label={t('sso.isActive')}
        checked={form.isActive}
        onCheckedChange={(isActive) => change({ isActive })}
      />
    </FormDialog>
  )
}

function Problem({ error }: { readonly error: unknown }) {
  const { t } = useTranslation('access')
  const { text, detail } = useErrorWords()(error)
  const step =
    ApiError.is(error) && error.code === 'ERR_SSO_DISCOVERY'
      ? steps.find((one) => one === error.facts.detail)
      : undefined
  const more = step ? t(`sso.step.${step}`) : detail
  return (
    <div role="alert" className="rounded-md border border-danger/30 bg-danger-soft px-3 py-2.5 text-list text-danger">
      <p className="font-medium">{text}</p>
      {more && <p className="mt-0.5">{more}</p>}
    </div>
  )
}
