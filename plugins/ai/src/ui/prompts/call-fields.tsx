import { Field, Input, Select, useWords } from '@recado/sdk/ui'
import { callMethods, type CallMethod, type HttpCall } from '../../prompts/prompt-function.ts'
import { KeyField } from './key-field.tsx'

interface CallFieldsProps {
  http: HttpCall
  apiKey: string | null | undefined
  isKept: boolean
  onChange(http: HttpCall): void
  onKey(key: string | null | undefined): void
}

/** An address that a function calls, with the key that it takes. */
export function CallFields({ http, apiKey, isKept, onChange, onKey }: CallFieldsProps) {
  const { t } = useWords()
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-[8rem_1fr]">
        <Field label={t('calls.method')}>
          <Select
            value={http.method}
            options={callMethods.map((value) => ({ value, label: value }))}
            onValueChange={(method) => onChange({ ...http, method: method as CallMethod })}
          />
        </Field>
        <Field label={t('calls.url.label')} required>
          <Input
            value={http.url}
            maxLength={2_000}
            autoComplete="off"
            spellCheck={false}
            placeholder="https://api.loja.com.br/pedidos/{{order}}"
            onChange={({ target }) => onChange({ ...http, url: target.value })}
          />
        </Field>
      </div>
      <p className="text-xs text-ink-muted">{t('calls.url.help')}</p>
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field label={t('calls.header')}>
          <Input
            value={http.header}
            maxLength={61}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ ...http, header: target.value })}
          />
        </Field>
        <div className="flex min-w-0 flex-col gap-2">
          <KeyField
            label={t('calls.key.label')}
            help={t('calls.key.help')}
            value={apiKey}
            isKept={isKept}
            error={undefined}
            onChange={onKey}
          />
        </div>
      </div>
    </>
  )
}
