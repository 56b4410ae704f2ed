import { Checkbox, Field, FormDialog, Input, Select, useErrorWords, useWords } from '@recado/sdk/ui'
import { useId, useRef, useState } from 'react'
import type { KeyMade, Scope } from '../../keys/key.ts'
import { useMake } from '../use-keys.ts'

const lives = ['30', '90', '365'] as const
const dayMs = 24 * 60 * 60_000

/** Name, scopes and life of a new key. `grantable`: what the user may give it; reading is in every key. */
export function KeyForm({
  grantable,
  onClose,
  onMade,
}: {
  grantable: readonly Scope[]
  onClose(): void
  onMade(made: KeyMade): void
}) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const make = useMake()
  const nameInput = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly Scope[]>(['read'])
  const [days, setDays] = useState('90')
  const [isMissing, setMissing] = useState(false)
  const refused = make.error ? wordsOf(make.error) : undefined
  const submit = (): void => {
    setMissing(name.trim() === '')
    if (name.trim() === '') return nameInput.current?.focus()
    const expiresAt = new Date(Date.now() + Number(days) * dayMs).toISOString()
    make
      .mutateAsync({ name: name.trim(), scopes, expiresAt })
      .then(onMade)
      // Shown below the fields.
      .catch(() => undefined)
  }
  return (
    <FormDialog
      title={t('form.title')}
      submitLabel={t('form.make')}
      busy={make.isPending}
      problem={refused && [refused.text, refused.detail].filter(Boolean).join('. ')}
      isChanged={name !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('form.name')}
        help={t('form.nameHelp')}
        error={isMissing ? t('form.nameMissing') : undefined}
        required
      >
        <Input
          ref={nameInput}
          value={name}
          maxLength={80}
          autoComplete="off"
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Scopes
        chosen={scopes}
        grantable={grantable}
        onToggle={(scope, on) => setScopes(on ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
      />
      <Field label={t('form.life')}>
        <Select
          value={days}
          onValueChange={setDays}
          options={lives.map((value) => ({ value, label: t(`form.days.${value}`) }))}
        />
      </Field>
    </FormDialog>
  )
}

function Scopes({
  chosen,
  grantable,
  onToggle,
}: {
  chosen: readonly Scope[]
  grantable: readonly Scope[]
  onToggle(scope: Scope, on: boolean): void
}) {
  const { t } = useWords()
  const hint = useId()
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={hint}>
      <legend className="k-label mb-1">{t('form.scopes')}</legend>
      <p id={hint} className="k-help">
        {t('form.scopesHelp')}
      </p>
      {grantable.map((scope) => (
        <Checkbox
          key={scope}
          label={
            <>
              <span className="block">{t(`scope.${scope}.title`)}</span>
              <span className="block text-list text-ink-muted">{t(`scope.${scope}.detail`)}</span>
            </>
          }
          checked={chosen.includes(scope)}
          disabled={scope === 'read'}
          onCheckedChange={(on) => onToggle(scope, on)}
        />
      ))}
    </fieldset>
  )
}
