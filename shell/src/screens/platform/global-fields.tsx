import { originOf } from '@recado/sdk/client'
import { Button, Checkbox, Field, Input, Select, type InputProps } from '@recado/sdk/ui'
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { numberOf } from '../../base/forms/typed-number.ts'
import type { Draft } from '../../base/forms/use-draft.ts'
import type { GlobalSecretKey } from '../../base/contracts.ts'
import type { GlobalForm, GlobalSettingsView } from '../../data/installation/use-global-settings.ts'

/** Shared state of the fields of all tabs. */
export interface GlobalsContextValue {
  readonly draft: Draft<GlobalForm>
  readonly stored: GlobalForm
  readonly secrets: GlobalSettingsView['secrets']
  readonly errors: Readonly<Record<string, string>>
}
export const GlobalsContext = createContext<GlobalsContextValue | null>(null)

export function useGlobals(): GlobalsContextValue {
  const value = useContext(GlobalsContext)
  if (!value) throw new Error('This field belongs inside the global settings')
  return value
}

type KeysOf<T> = { [K in keyof GlobalForm]-?: GlobalForm[K] extends T ? K : never }[keyof GlobalForm]

/** Words and error of a setting, from its key. */
function useSetting(name: keyof GlobalForm) {
  const { t } = useTranslation('platform')
  const { draft, errors } = useGlobals()
  const help = t(`globals.${name}.help`, { defaultValue: '' })
  return {
    t,
    draft,
    field: { label: t(`globals.${name}.label`), error: errors[name], ...(help === '' ? {} : { help }) },
  }
}

/** A text that may be empty: then it is not set. */
export function TextSetting({
  name,
  ...rest
}: { name: KeysOf<string | null> } & Pick<
  InputProps,
  'type' | 'maxLength' | 'placeholder' | 'inputMode' | 'required'
>) {
  const { draft, field } = useSetting(name)
  const { required = false, ...input } = rest
  return (
    <Field {...field} required={required}>
      <Input
        {...input}
        name={name}
        value={draft.values[name] ?? ''}
        spellCheck={false}
        onChange={({ target }) => draft.set(name, (target.value === '' && !required ? null : target.value) as never)}
      />
    </Field>
  )
}

export function NumberSetting({
  name,
  ...rest
}: { name: KeysOf<number | null> } & Pick<InputProps, 'placeholder' | 'required'>) {
  const { draft, field } = useSetting(name)
  return (
    <Field {...field} required={rest.required ?? false}>
      <Input
        {...rest}
        name={name}
        inputMode="numeric"
        className="max-w-40"
        value={draft.values[name] ?? ''}
        onChange={({ target }) => draft.set(name, (target.value === '' ? null : numberOf(target.value)) as never)}
      />
    </Field>
  )
}

export function ChoiceSetting<K extends 'loginFormPosition' | 'captchaMode' | 'smtpSecurity' | 'deliveryMode'>({
  name,
  options,
  onChosen,
}: {
  name: K
  options: readonly GlobalForm[K][]
  onChosen?(value: GlobalForm[K]): void
}) {
  const { t, draft, field } = useSetting(name)
  const choose = (value: string) => {
    draft.set(name, value as GlobalForm[K])
    onChosen?.(value as GlobalForm[K])
  }
  const label = (value: string): string => t(`globals.${name as string}.options.${value}`)
  return (
    <Field {...field}>
      <Select
        className="max-w-96"
        name={name}
        value={draft.values[name]}
        options={options.map((value) => ({ value, label: label(value) }))}
        onValueChange={choose}
      />
    </Field>
  )
}

/** A setting with an inverted box: it is ticked when something is allowed, though the setting names the opposite. */
export function ToggleSetting({
  name,
  inverted = false,
}: {
  name: 'disableRegisterButton' | 'disableUserCreation'
  inverted?: boolean
}) {
  const { draft, field } = useSetting(name)
  return (
    <Field {...field} hideLabel>
      <Checkbox
        label={field.label}
        checked={draft.values[name] !== inverted}
        onCheckedChange={(checked) => draft.set(name, checked !== inverted)}
      />
    </Field>
  )
}

/** Whether a stored secret would be sent to another server than before, so that it has to be typed again. */
export function isMoved({ draft, stored, secrets }: GlobalsContextValue, name: string): boolean {
  const hint = secrets[name]
  if (!hint?.set) return false
  const serverIn = (values: object, key: string) => originOf(String((values as Values)[key] ?? ''))
  return hint.sentTo.some((key) => serverIn(draft.values, key) !== serverIn(stored, key))
}
type Values = Readonly<Record<string, unknown>>

/** Write-only: says whether one is stored, takes a new one, or takes it away. Another address asks for a new one. */
export function SecretSetting({ name, placeholder }: { name: GlobalSecretKey; placeholder?: string }) {
  const { t, draft, field } = useSetting(name)
  const globals = useGlobals()
  const typed = draft.values[name]
  const { set, last4 } = globals.secrets[name]
  const moved = isMoved(globals, name)
  const again =
    moved && !typed && field.error === undefined ? <strong role="status">{t('secret.again')}</strong> : undefined
  const help = typed === null ? t('secret.willGo') : again
  if (set && typed === undefined && !moved) {
    return (
      <Field {...field}>
        <span className="flex flex-wrap items-center gap-2 text-list">
          <span className="text-ink-muted tabular-nums">
            {last4 ? t('secret.setWith', { last4 }) : t('secret.set')}
          </span>
          <Button size="small" onClick={() => draft.set(name, '')}>
            {t('secret.replace')}
          </Button>
          <Button size="small" variant="ghost" onClick={() => draft.set(name, null)}>
            {t('secret.remove')}
          </Button>
        </span>
      </Field>
    )
  }
  return (
    <Field {...field} {...(help !== undefined && { help })}>
      <span className="flex items-center gap-2">
        <Input
          type="password"
          name={name}
          autoComplete="off"
          spellCheck={false}
          aria-label={field.label}
          placeholder={placeholder}
          value={typed ?? ''}
          onChange={({ target }) => draft.set(name, target.value === '' && !set ? undefined : target.value)}
        />
        {set && !moved && (
          <Button size="small" onClick={() => draft.set(name, undefined)}>
            {t('secret.keep')}
          </Button>
        )}
        {moved && typed !== null && (
          <Button size="small" variant="ghost" onClick={() => draft.set(name, null)}>
            {t('secret.remove')}
          </Button>
        )}
      </span>
    </Field>
  )
}
