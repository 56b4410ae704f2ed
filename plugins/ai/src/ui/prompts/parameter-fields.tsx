import type { FormField } from '@recado/sdk'
import { Button, Field, Icon, IconButton, Input, Select, Switch, Textarea, useWords } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { fillable } from '../../prompts/fillable.ts'
import { mostParameters, parameterTypes, sizedTypes, type FunctionParameter } from '../../prompts/parameters.ts'

interface ParameterFieldsProps {
  parameters: readonly FunctionParameter[]
  /** Of an action: the fields that parameters may fill, with the place of their words; undefined for a call. */
  action: { readonly fields: readonly FormField[]; readonly namespace: string; readonly words: string } | undefined
  onChange(parameters: FunctionParameter[]): void
}

const newParameter: FunctionParameter = {
  name: '',
  type: 'text',
  description: '',
  isRequired: true,
  min: null,
  max: null,
  options: [],
  fills: '',
}

/** What a function takes: each parameter with its type, its limits, and what the model is told of it. */
export function ParameterFields({ parameters, action, onChange }: ParameterFieldsProps) {
  const { t } = useWords()
  const { t: word } = useTranslation(action?.namespace ?? '', { useSuspense: false })
  const set = (at: number, change: Partial<FunctionParameter>): void =>
    onChange(parameters.map((one, index) => (index === at ? { ...one, ...change } : one)))
  const limit = (at: number, name: 'min' | 'max') => (
    <Field label={t(`parameters.${parameters[at]!.type === 'text' ? 'length' : 'size'}.${name}`)}>
      <Input
        type="number"
        value={parameters[at]![name] ?? ''}
        onChange={({ target }) => set(at, { [name]: target.value === '' ? null : target.valueAsNumber })}
      />
    </Field>
  )
  const open = (one: FunctionParameter): FormField[] =>
    (action?.fields ?? []).filter(({ type }) => fillable[one.type].includes(type))
  return (
    <div className="flex flex-col gap-3">
      <h4 className="text-xs font-medium text-ink-muted">{t('parameters.title')}</h4>
      {parameters.map((one, at) => (
        <fieldset key={at} className="flex min-w-0 flex-col gap-3 rounded-md border border-line bg-canvas p-3">
          <legend className="px-1 text-xs text-ink-muted">{t('parameters.number', { number: at + 1 })}</legend>
          <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
            <Field label={t('parameters.name')} required>
              <Input
                value={one.name}
                maxLength={40}
                autoComplete="off"
                spellCheck={false}
                placeholder="order"
                onChange={({ target }) => set(at, { name: target.value.toLowerCase().replace(/[^a-z0-9_]/g, '_') })}
              />
            </Field>
            <Field label={t('parameters.type.label')}>
              <Select
                value={one.type}
                options={parameterTypes.map((value) => ({ value, label: t(`parameters.type.${value}`) }))}
                onValueChange={(type) =>
                  set(at, { type: type as FunctionParameter['type'], min: null, max: null, options: [], fills: '' })
                }
              />
            </Field>
          </div>
          <Field label={t('parameters.description.label')} help={t('parameters.description.help')} required>
            <Input
              value={one.description}
              maxLength={300}
              autoComplete="off"
              onChange={({ target }) => set(at, { description: target.value })}
            />
          </Field>
          {sizedTypes.includes(one.type) && (
            <div className="grid grid-cols-2 items-start gap-3">
              {limit(at, 'min')}
              {limit(at, 'max')}
            </div>
          )}
          {one.type === 'choice' && (
            <Field label={t('parameters.options')} required>
              <Textarea
                rows={3}
                value={one.options.join('\n')}
                onChange={({ target }) => set(at, { options: target.value.split('\n') })}
              />
            </Field>
          )}
          {action && (
            <Field label={t('parameters.fills')} required>
              <Select
                value={one.fills}
                options={[
                  { value: '', label: '–' },
                  ...open(one).map(({ name }) => ({
                    value: name,
                    label: word(`${action.words}.fields.${name}.label`, { defaultValue: name }),
                  })),
                ]}
                onValueChange={(fills) => set(at, { fills })}
              />
            </Field>
          )}
          <div className="flex items-center justify-between gap-2">
            <Switch
              checked={one.isRequired}
              label={t('parameters.required')}
              onCheckedChange={(isRequired) => set(at, { isRequired })}
            />
            <IconButton
              icon={<Icon name="trash-2" size={16} />}
              label={t('parameters.remove', { number: at + 1 })}
              onClick={() => onChange(parameters.filter((_one, index) => index !== at))}
            />
          </div>
        </fieldset>
      ))}
      <Button
        size="small"
        className="self-start"
        disabled={parameters.length >= mostParameters}
        icon={<Icon name="plus" size={14} />}
        onClick={() => onChange([...parameters, newParameter])}
      >
        {t('parameters.add')}
      </Button>
    </div>
  )
}
