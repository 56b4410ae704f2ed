import {
  ApiError,
  Badge,
  Button,
  Checkbox,
  classNames,
  EmptyState,
  ErrorState,
  Field,
  Input,
  Skeleton,
} from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { publicApi } from '../../base/session/services.ts'
import { emailLength, nameLengths, type PublicPlan, userPhoneLength } from '../../base/contracts.ts'
import { CaptchaSlider } from './captcha/CaptchaSlider.tsx'
import { useCaptcha } from './captcha/use-captcha.ts'
import { maskDocument } from '../../base/forms/document-mask.ts'
import { EntranceFrame } from './EntranceFrame.tsx'
import { focusFirstFault } from './focus-first-fault.ts'
import { NewPasswordFields } from './NewPasswordFields.tsx'
import { Refused } from './Refused.tsx'
import {
  knownOf,
  refusedFields,
  registrationFaults,
  type RegistrationFaults,
  type RegistrationForm,
} from './registration-form.ts'
import { TermsDialog } from './TermsDialog.tsx'
import { usePlans } from './use-plans.ts'

/** S2-009. */
export function Register() {
  const { t } = useTranslation(['shell', 'registration'])
  const router = useRouter()
  const offer = usePlans()
  const [done, setDone] = useState(false)
  const toLogin = (
    <Button variant="primary" onClick={() => void router.navigate({ to: '/login' })}>
      {t('registration:register.toLogin')}
    </Button>
  )
  const body = (): ReactNode => {
    if (done)
      return (
        <div role="status">
          <EmptyState icon={<MailCheck size={22} />} title={t('registration:register.done')} action={toLogin}>
            {t('registration:register.doneDetail')}
          </EmptyState>
        </div>
      )
    if (offer.isPending) return <Skeleton lines={8} height={32} />
    if (offer.isError)
      return (
        <ErrorState what={t('registration:register.what')} error={offer.error} onRetry={() => void offer.refetch()} />
      )
    return <RegisterForm plans={offer.data.plans} onDone={() => setDone(true)} />
  }
  if (offer.data && !offer.data.open)
    return (
      <EntranceFrame title={t('registration:register.closed')} subtitle={t('registration:register.closedDetail')}>
        <div className="mt-6">{toLogin}</div>
      </EntranceFrame>
    )
  return (
    <EntranceFrame wide title={t('registration:register.title')} subtitle={t('registration:register.subtitle')}>
      <div className="mt-8">{body()}</div>
    </EntranceFrame>
  )
}

function RegisterForm({ plans, onDone }: { plans: readonly PublicPlan[]; onDone(): void }) {
  const { t, i18n } = useTranslation(['shell', 'registration'])
  const captcha = useCaptcha('register')
  const element = useRef<HTMLFormElement>(null)
  const [form, setForm] = useState<RegistrationForm>({
    planId: plans.length === 1 ? plans[0]!.id : undefined,
    name: '',
    company: '',
    email: '',
    phoneNumber: '',
    document: '',
    password: '',
    confirmation: '',
    termsAccepted: false,
  })
  const [faults, setFaults] = useState<RegistrationFaults>({})
  const [reading, setReading] = useState(false)
  const change = (part: Partial<RegistrationForm>) => setForm((before) => ({ ...before, ...part }))
  const show = (found: RegistrationFaults) => {
    setFaults(found)
    focusFirstFault(element.current)
  }
  const register = useMutation({
    mutationFn: async () => {
      const { planId, company, confirmation, ...rest } = form
      const field = await captcha.field()
      await publicApi.post('/auth/register', {
        ...rest,
        ...(planId && { planId }),
        ...(company.trim() !== '' && { company }),
        confirmPassword: confirmation,
        locale: i18n.language,
        ...(field !== undefined && { captcha: field }),
      })
    },
    onSuccess: onDone,
    onError: (error) => {
      captcha.renew()
      if (ApiError.is(error)) show(refusedFields(error.code, error.facts.issues))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = registrationFaults(form, captcha.completed, plans.length > 0)
    show(found)
    if (Object.keys(found).length === 0 && !register.isPending) register.mutate()
  }
  const words = (field: keyof RegistrationFaults) => (faults[field] ? t(faults[field] as 'login.required') : undefined)
  return (
    <form ref={element} noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {register.isError && <Refused title={t('registration:register.failed')} error={register.error} />}
      {plans.length > 0 && (
        <PlanChoice
          plans={plans}
          value={form.planId}
          error={words('planId')}
          onChange={(planId) => change({ planId })}
        />
      )}
      <div className="grid items-start gap-4 pane:grid-cols-2">
        <Field label={t('registration:register.name')} error={words('name')}>
          <Input
            value={form.name}
            onChange={(event) => change({ name: event.target.value })}
            autoComplete="name"
            maxLength={nameLengths.user}
          />
        </Field>
        <Field
          label={t('registration:register.company')}
          help={t('registration:register.optional')}
          error={words('company')}
        >
          <Input
            value={form.company}
            onChange={(event) => change({ company: event.target.value })}
            autoComplete="organization"
            maxLength={nameLengths.company}
          />
        </Field>
        <Field label={t('registration:register.email')} error={words('email')}>
          <Input
            type="email"
            value={form.email}
            onChange={(event) => change({ email: event.target.value })}
            autoComplete="email"
            maxLength={emailLength}
            spellCheck={false}
          />
        </Field>
        <Field label={t('registration:register.phone')} error={words('phoneNumber')}>
          <Input
            type="tel"
            value={form.phoneNumber}
            onChange={(event) => change({ phoneNumber: event.target.value })}
            autoComplete="tel"
            maxLength={userPhoneLength}
            placeholder="11 91234-5678"
          />
        </Field>
        <Field label={t('registration:register.document')} error={words('document')} className="pane:col-span-2">
          <Input
            value={form.document}
            autoComplete="off"
            spellCheck={false}
            placeholder="000.000.000-00"
            // Masked while it grows; corrections in the middle keep their place and are masked on leaving.
            onChange={({ target }) =>
              change({
                document:
                  target.selectionStart === target.value.length && target.value.length > form.document.length
                    ? maskDocument(target.value)
                    : target.value,
              })
            }
            onBlur={() => change({ document: maskDocument(form.document) })}
          />
        </Field>
      </div>
      <NewPasswordFields
        value={form}
        personal={knownOf(form)}
        faults={{
          ...(words('password') && { password: words('password')! }),
          ...(words('confirmation') && { confirmation: words('confirmation')! }),
        }}
        onChange={change}
      />
      <div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Checkbox
            checked={form.termsAccepted}
            onCheckedChange={(termsAccepted) => change({ termsAccepted })}
            label={t('registration:register.terms')}
            aria-invalid={faults.termsAccepted && !form.termsAccepted ? true : undefined}
          />
          <Button size="small" variant="ghost" onClick={() => setReading(true)}>
            {t('registration:register.readTerms')}
          </Button>
        </div>
        {faults.termsAccepted && !form.termsAccepted && (
          <p role="alert" className="k-field-error">
            {words('termsAccepted')}
          </p>
        )}
      </div>
      <CaptchaSlider captcha={captcha} error={captcha.completed ? undefined : words('captcha')} />
      <Button type="submit" variant="primary" busy={register.isPending} className="mt-2 h-10 justify-center">
        {t('registration:register.submit')}
      </Button>
      {reading && <TermsDialog onAccept={() => change({ termsAccepted: true })} onClose={() => setReading(false)} />}
    </form>
  )
}

function PlanChoice({
  plans,
  value,
  error,
  onChange,
}: {
  plans: readonly PublicPlan[]
  value: string | undefined
  error: string | undefined
  onChange(id: string): void
}) {
  const { t } = useTranslation(['shell', 'registration'])
  return (
    <fieldset className="min-w-0">
      <legend className="k-label mb-1">{t('registration:register.plan')}</legend>
      <div className="grid gap-2 pane:grid-cols-2">
        {plans.map(({ id, name, description, tier, trialDays }) => (
          <label
            key={id}
            className={classNames(
              'flex min-w-0 cursor-pointer items-start gap-2.5 rounded-md border p-3 has-focus-visible:outline-2 ' +
                'has-focus-visible:outline-accent',
              value === id ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
            )}
          >
            <input
              type="radio"
              name="plan"
              className="mt-1 accent-accent"
              checked={value === id}
              onChange={() => onChange(id)}
              data-fault={error && value === undefined ? true : undefined}
            />
            <span className="min-w-0">
              <span className="flex flex-wrap items-center gap-2 font-medium break-words">
                {name}
                <Badge>{tier.toUpperCase()}</Badge>
              </span>
              {description && <span className="mt-0.5 block text-list break-words text-ink-muted">{description}</span>}
              {trialDays > 0 && (
                <span className="mt-1 block text-[12px] text-ink-muted">
                  {t('registration:register.trial', { count: trialDays })}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="k-field-error mt-1">
          {error}
        </p>
      )}
    </fieldset>
  )
}
