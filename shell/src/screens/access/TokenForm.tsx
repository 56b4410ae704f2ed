import { Checkbox, DateField, Field, FormDialog, Input, Select, useErrorWords } from '@recado/sdk/ui'
import { useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../base/api/error-code.ts'
import { type ApiToken, type ApiTokenChoice, nameLengths } from '../../base/contracts.ts'
import { dayOf } from '../../base/i18n/calendar-days.ts'
import { areaOf, usePermissionWords } from '../../base/i18n/permission-words.ts'
import { expiryChoices, expiryOf, type ExpiryChoice } from './token-expiry.ts'

interface TokenFormProps {
  /** The one that is changed; absent for a new one. */
  token?: ApiToken
  /** Permissions that the user may give to the token. */
  assignable: readonly string[]
  onClose(): void
  /** Rejects with the server's refusal, which is shown here; nothing typed is lost. */
  onSave(choice: ApiTokenChoice): Promise<void>
}

/** Name, validity and permissions of a token. */
export function TokenForm({ token, assignable, onClose, onSave }: TokenFormProps) {
  const { t } = useTranslation(['access', 'shell'])
  const wordsOf = useErrorWords()
  const nameInput = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(token?.name ?? '')
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(token?.scopes))
  const [expiry, setExpiry] = useState<ExpiryChoice>(token ? 'date' : '90')
  const [day, setDay] = useState<string | null>(token ? dayOf(new Date(token.expiresAt)) : '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(undefined)
  const expiresAt = expiryOf(expiry, day ?? '')
  const refusedExpiry = asApiErrorCode(problem) === 'ERR_TOKEN_EXPIRY'
  const missing = {
    name: tried && name.trim() === '',
    day: (tried && expiresAt === undefined) || refusedExpiry,
    scopes: tried && scopes.size === 0,
  }
  const submit = async (): Promise<void> => {
    setTried(true)
    if (name.trim() === '') nameInput.current?.focus()
    if (busy || name.trim() === '' || expiresAt === undefined || scopes.size === 0) return
    setBusy(true)
    setProblem(undefined)
    try {
      await onSave({ name: name.trim(), scopes: [...scopes], expiresAt })
    } catch (thrown) {
      setProblem(thrown)
      setBusy(false)
    }
  }
  const words = problem === undefined || refusedExpiry ? undefined : wordsOf(problem)
  return (
    <FormDialog
      title={t(token ? 'access:tokens.editTitle' : 'access:tokens.createTitle')}
      shape="sheet"
      submitLabel={t(token ? 'shell:action.save' : 'access:tokens.create')}
      busy={busy}
      problem={words && [words.text, words.detail].filter(Boolean).join('. ')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('access:tokens.name')}
        help={t('access:tokens.nameHelp')}
        error={missing.name ? t('shell:login.required') : undefined}
        required
      >
        <Input
          ref={nameInput}
          value={name}
          maxLength={nameLengths.token}
          autoComplete="off"
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={t('access:tokens.expiry')}>
        <Select
          value={expiry}
          onValueChange={(choice) => setExpiry(choice as ExpiryChoice)}
          options={expiryChoices.map((value) => ({ value, label: t(`access:tokens.expiries.${value}`) }))}
        />
      </Field>
      {expiry === 'date' && (
        <DateField
          label={t('access:tokens.day')}
          error={missing.day ? t('access:tokens.dayWrong') : undefined}
          required
          value={day}
          onValueChange={setDay}
        />
      )}
      <Scopes
        chosen={scopes}
        assignable={assignable}
        error={missing.scopes ? t('access:tokens.scopesMissing') : undefined}
        onChange={setScopes}
      />
    </FormDialog>
  )
}

const asApiErrorCode = (problem: unknown): string | undefined =>
  problem === undefined ? undefined : asApiError(problem).code

function Scopes({
  chosen,
  assignable,
  error,
  onChange,
}: {
  chosen: ReadonlySet<string>
  assignable: readonly string[]
  error: string | undefined
  onChange(scopes: ReadonlySet<string>): void
}) {
  const { t } = useTranslation('access')
  const wordsOf = usePermissionWords()
  const hint = useId()
  // A user may remove from a token a permission that they do not hold themselves.
  const all = useMemo(() => [...new Set([...assignable, ...chosen])], [assignable, chosen])
  const areas = useMemo(() => Map.groupBy(all, areaOf), [all])
  const toggle = (scope: string, on: boolean) =>
    onChange(new Set(on ? [...chosen, scope] : [...chosen].filter((one) => one !== scope)))
  return (
    <fieldset className="flex flex-col gap-3" aria-describedby={hint}>
      <legend className="k-label mb-1">{t('tokens.scopes')}</legend>
      <p id={hint} className="k-help">
        {t('tokens.scopesHelp')}
      </p>
      {error && (
        <p role="alert" className="k-field-error">
          {error}
        </p>
      )}
      {[...areas].map(([area, permissions]) => (
        <div
          key={area}
          role="group"
          aria-label={t(`area.${area}`, { defaultValue: area })}
          className="flex flex-col gap-1 rounded-md border border-line px-3 py-2"
        >
          <p className="text-xs font-medium text-ink-muted">{t(`area.${area}`, { defaultValue: area })}</p>
          {permissions.map((permission) => (
            <Checkbox
              key={permission}
              label={wordsOf(permission)}
              checked={chosen.has(permission)}
              onCheckedChange={(on) => toggle(permission, on)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  )
}
